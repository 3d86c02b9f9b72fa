import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandInput,
  type ListMultipartUploadsCommandOutput,
  type MultipartUpload,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { Logger } from '#platform/log.ts'
import type { ObjectStorePlace } from '#shared/files/object-store.ts'
import {
  type AddressOptions,
  type ByteRange,
  checkName,
  type FileStore,
  isName,
  type WrittenFile,
} from './file-store.ts'
import { createFaultReport, isMissing } from './s3-faults.ts'
import { withTemporaryFolder } from './temporary-folder.ts'
import { readWatched } from './watched-body.ts'

interface S3StoreOptions {
  place: ObjectStorePlace
  /** Whether clients may be sent to the store itself. */
  givesAddresses: boolean
  /** Of an upload, in bytes. Stores take 10,000 parts of a file, and none below 5 MiB. */
  partSize?: number | undefined
  log: Logger
}

// An upload holds two parts and what becomes the next one: some 20 MB.
const smallestPart = 5 * 1024 * 1024
const partsAtOnce = 2
// How long the store may take to begin its answer, in milliseconds: for a question, and for a part of an upload. Each is asked
// three times.
const answerLimit = { requestTimeout: 3_000 }
const partLimit = 60_000

/**
 * Stores files in a bucket of any store with the interface of S3, under their names. A file is visible when the store has all
 * of it: one that is small is a single PUT, all others are uploads in parts, which the store completes at the end or never.
 */
export function createS3Store(options: S3StoreOptions): FileStore {
  const bucket = openBucket(options)
  const { client, Bucket, keyOf, ask } = bucket
  return {
    write: (file, source) => writeFile(bucket, file, source),
    open: (file, range) => openFile(bucket, file, range),
    withPath: (file, work) => withCopy(bucket, file, work),
    list: (prefix) => listFiles(bucket, prefix),
    removeUnfinished: (before) => removeUnfinished(bucket, before),

    async find(file) {
      const found = await ask(client.send(new HeadObjectCommand({ Bucket, Key: keyOf(file) }), answerLimit))
      // An answer without a body does not tell a missing file from a missing bucket, in which no file is known to be missing.
      if (!found) await bucket.check()
      return found && { size: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date(0) }
    },

    async remove(file) {
      await ask(client.send(new DeleteObjectCommand({ Bucket, Key: keyOf(file) }), answerLimit))
    },

    ...(options.givesAddresses && {
      findAddress: (file: string, address: AddressOptions) => signAddress(bucket, file, address),
    }),
  }
}

function openBucket({ place, partSize = smallestPart, log }: S3StoreOptions) {
  const { bucket: Bucket, folder } = place
  const client = connect(place)
  const { explain } = createFaultReport(log)
  return {
    ...{ client, Bucket, folder, partSize, explain },
    keyOf: (file: string) => folder + checkName(file),

    /** What the store answers; undefined when it says that there is no such file. @throws {Problem} when it does not answer */
    async ask<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
      try {
        return await answer
      } catch (error) {
        if (isMissing(error)) return undefined
        throw explain(error)
      }
    },

    /** @throws {Problem} when there is no such bucket */
    async check(): Promise<void> {
      await client.send(new HeadBucketCommand({ Bucket }), answerLimit).catch((error: unknown) => {
        throw explain(error)
      })
    },
  }
}
type Bucket = ReturnType<typeof openBucket>

async function writeFile(
  { client, Bucket, keyOf, partSize, explain }: Bucket,
  file: string,
  source: AsyncIterable<Uint8Array>,
): Promise<WrittenFile> {
  const Key = keyOf(file)
  const arriving = watchSource(source)
  const Body = Readable.from(arriving.chunks, { objectMode: true })
  try {
    await new Upload({ client, params: { Bucket, Key, Body }, partSize, queueSize: partsAtOnce }).done()
    return arriving.written()
  } catch (error) {
    throw arriving.failure ? arriving.failure.error : explain(error)
  } finally {
    Body.destroy()
  }
}

async function openFile(
  { client, Bucket, keyOf, ask, explain }: Bucket,
  file: string,
  range?: ByteRange,
): Promise<Readable | undefined> {
  const Range = range && `bytes=${range.start}-${range.end}`
  const command = new GetObjectCommand({ Bucket, Key: keyOf(file), Range })
  const body = (await ask(client.send(command, answerLimit)))?.Body
  return body instanceof Readable ? readWatched(body, explain) : undefined
}

/** Runs work on a copy of a file. */
async function withCopy<Result>(
  bucket: Bucket,
  file: string,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const source = await openFile(bucket, file)
  if (!source) throw Object.assign(new Error('there is no such file'), { code: 'ENOENT' })
  return withTemporaryFolder('stored', async (folder) => {
    const path = join(folder, basename(file))
    await pipeline(source, createWriteStream(path))
    return work(path)
  })
}

async function* listFiles({ client, Bucket, folder, explain }: Bucket, prefix: string) {
  const pages = paginateListObjectsV2({ client }, { Bucket, Prefix: folder + prefix }, answerLimit)
  try {
    for await (const { Contents = [] } of pages) {
      for (const { Key = '', Size = 0, LastModified = new Date(0) } of Contents) {
        const name = Key.slice(folder.length)
        // Others may have put theirs there, such as the empty objects that stand for folders.
        if (isName(name)) yield { name, size: Size, modifiedAt: LastModified }
      }
    }
  } catch (error) {
    throw explain(error)
  }
}

async function removeUnfinished(bucket: Bucket, before: Date): Promise<void> {
  const { client, Bucket, ask } = bucket
  for await (const { Key, UploadId, Initiated } of listUploads(bucket)) {
    if (!Initiated || Initiated >= before) continue
    await ask(client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }), answerLimit))
  }
}

/** The uploads in parts that have begun and not ended. */
async function* listUploads({ client, Bucket, folder, ask }: Bucket): AsyncGenerator<MultipartUpload> {
  let next: Pick<ListMultipartUploadsCommandInput, 'KeyMarker' | 'UploadIdMarker'> | undefined = {}
  while (next) {
    const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({
      ...{ Bucket, Prefix: folder, ...next },
    })
    const page: ListMultipartUploadsCommandOutput | undefined = await ask(client.send(command, answerLimit))
    yield* page?.Uploads ?? []
    next = page?.IsTruncated
      ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
      : undefined
  }
}

async function signAddress(
  { client, Bucket, keyOf }: Bucket,
  file: string,
  { type, disposition, seconds }: AddressOptions,
): Promise<string> {
  const command = new GetObjectCommand({
    ...{ Bucket, Key: keyOf(file), ResponseContentType: type, ResponseContentDisposition: disposition },
  })
  return getSignedUrl(client, command, { expiresIn: seconds })
}

function connect({ endpoint, region, accessKey, secretKey, isBucketInHost }: ObjectStorePlace): S3Client {
  return new S3Client({
    ...{ endpoint, region, forcePathStyle: !isBucketInHost },
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    // Few stores but Amazon's know the trailers in which newer checksums are sent; each part is signed with its digest anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Parts are whole in memory and can be sent again, on the connection that is open.
    expectContinueHeader: false,
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 2_000,
      requestTimeout: partLimit,
      throwOnRequestTimeout: true,
      // A reader who is slow must not be cut off; what stops sending is found by `readWatched`.
      socketTimeout: 0,
      // Each file that is being sent holds one.
      httpAgent: { maxSockets: 1_000 },
      httpsAgent: { maxSockets: 1_000 },
    },
  })
}

/** Passes on what arrives, counts and hashes it, and keeps the failure of the source apart from those of the store. */
function watchSource(source: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256')
  let size = 0
  let isStoring = false
  async function* pass(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of source) {
        hash.update(chunk)
        size += chunk.length
        isStoring = true
        yield chunk
        isStoring = false
      }
    } catch (error) {
      // A store that gives up throws in here as well.
      if (!isStoring) watched.failure = { error }
      throw error
    }
  }
  const watched: {
    chunks: AsyncGenerator<Uint8Array>
    failure: { error: unknown } | undefined
    written(): { size: number; digest: string }
  } = { chunks: pass(), failure: undefined, written: () => ({ size, digest: hash.digest('hex') }) }
  return watched
}
