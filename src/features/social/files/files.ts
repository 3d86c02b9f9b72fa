import { randomUUID } from 'node:crypto'
import { type PlatformId, platformIds } from '#features/social/contract.ts'
import type { FileLimit } from '#features/social/limits/contract.ts'
import { platformLimits } from '#features/social/platforms/model.ts'
import type { PostFile } from '#features/social/platforms/platform.ts'
import type { Clock } from '#platform/clock.ts'
import { type FileStore, putFile, readFile } from '#platform/files/file-store.ts'
import type { Database } from '#platform/postgres.ts'
import { defineWorkerTask, WorkerLimitError, type WorkerPool } from '#platform/worker-pool.ts'
import { cleanFileName } from '#shared/files/file-name.ts'
import { Problem } from '#shared/problem.ts'
import type { SocialFile } from './contract.ts'
import type { SocialFileLinks } from './file-links.ts'
import { fileSizeLimits, videoTypes } from './model.ts'
import { createFileStore, type SocialFileRow } from './store.ts'
import type { run } from './video-facts-worker.ts'

/** What a picture has to be for a platform. */
export interface PictureFit {
  type: 'image/jpeg' | 'image/png'
  mostWidth: number
  mostHeight: number
  ratios?: { least: number; most: number } | undefined
  mostBytes: number
}

export interface SocialFileOptions {
  db: Database
  files: FileStore
  workers: WorkerPool
  clock: Clock
  links: SocialFileLinks
  /** Makes a picture one that somebody else takes. @throws {Problem} 415 and 422 */
  fitPicture(bytes: Buffer, fit: PictureFit): Promise<{ bytes: Buffer; width: number; height: number }>
}

const readVideoFacts = defineWorkerTask<typeof run>({
  file: new URL('video-facts-worker.ts', import.meta.url),
  limit: 20_000,
})
// Larger than any platform shows.
const mostPixels = 4_096
const unused = 30 * 24 * 3_600_000

/** A file as it arrives; `limit` is what the parser of the form cuts it at. */
export interface ArrivingFile {
  name: string
  source: AsyncIterable<Uint8Array> & { truncated?: boolean }
}

/** The pictures and videos of posts. */
export function createSocialFiles(options: SocialFileOptions) {
  const { db, files, clock, links } = options
  const store = createFileStore(db)
  const toFile = (row: SocialFileRow): SocialFile => {
    const { id, kind, type, name, size, width, height, seconds } = row
    return { id, kind, type, name, size, width, height, seconds, url: links.forPanel(id, clock.now()) }
  }

  return {
    toFile,
    listByIds: store.listByIds,
    find: store.find,

    /**
     * Stores a picture, without its metadata, or a video. @throws {Problem} 413, 415, 422, 507
     */
    async add(file: ArrivingFile, userId: string): Promise<SocialFile> {
      const id = randomUUID()
      const { head, rest } = await peek(file.source)
      const facts = isVideo(head)
        ? await addVideo(options, id, limitSize(rest, file, fileSizeLimits.video))
        : await addPicture(options, id, await collect(limitSize(rest, file, fileSizeLimits.image)))
      const name = cleanFileName(file.name).slice(0, 200).toWellFormed() || facts.kind
      const row = { ...facts, id, name, createdBy: userId, createdAt: clock.now() }
      return toFile(await store.insert(row))
    },

    /** A file as a platform takes it. */
    forPlatform: (row: SocialFileRow, platform: PlatformId, alternativeText: string): PostFile =>
      fileForPlatform(options, row, { platform, alternativeText }),

    /** What a link leads to. @throws {Problem} 404 */
    async open(token: string) {
      const linked = links.find(token, clock.now())
      const row = linked && (await store.find(linked.id))
      if (!linked || !row) throw new Problem('not_found', 404)
      const isConverted = linked.variant !== 'original' && row.kind === 'image'
      const path = isConverted ? await ensureConverted(options, row, linked.variant as PlatformId) : row.path
      return { row, path, type: isConverted ? typeOf(path) : row.type }
    },

    /** Removes files that no post and no draft has shown for a month. */
    async removeUnused(): Promise<void> {
      const ids = await store.deleteUnused(new Date(clock.now().getTime() - unused))
      for (const id of ids) for await (const { name } of files.list(`social/${id}/`)) await files.remove(name)
    },
  }
}
export type SocialFiles = ReturnType<typeof createSocialFiles>

/** The names of the files that the rows need, and that they may have. */
export function listStoredNames(rows: readonly { id: string; path: string }[]) {
  return {
    needed: rows.map(({ path }) => path),
    possible: rows.flatMap(({ id }) =>
      platformIds.flatMap((platform) => [`social/${id}/${platform}.jpg`, `social/${id}/${platform}.png`]),
    ),
  }
}

async function addPicture({ files, fitPicture }: SocialFileOptions, id: string, bytes: Buffer) {
  const type = bytes.readUInt32BE(0) === 0x89504e47 ? 'image/png' : 'image/jpeg'
  const fitted = await fitPicture(bytes, {
    ...{ type, mostWidth: mostPixels, mostHeight: mostPixels, mostBytes: fileSizeLimits.image },
  })
  const path = `social/${id}/original.${type === 'image/png' ? 'png' : 'jpg'}`
  const { size } = await putFile(files, path, fitted.bytes)
  return {
    kind: 'image',
    type,
    path,
    size,
    width: fitted.width,
    height: fitted.height,
    seconds: null,
  } as const
}

async function addVideo(
  { files, workers }: SocialFileOptions,
  id: string,
  source: AsyncIterable<Uint8Array>,
) {
  const path = `social/${id}/original`
  const { size } = await files.write(path, source)
  try {
    const facts = await files.withPath(path, (file) => workers.run(readVideoFacts, file))
    const type = videoTypes.find((one) => facts?.type.startsWith(one))
    if (!facts || !type) throw new Problem('video_unreadable', 422)
    const { width, height, seconds } = facts
    return { kind: 'video', type, path, size, width, height, seconds } as const
  } catch (error) {
    await files.remove(path).catch(() => {})
    throw error instanceof WorkerLimitError ? new Problem('video_unreadable', 422) : error
  }
}

function fileForPlatform(
  options: SocialFileOptions,
  row: SocialFileRow,
  { platform, alternativeText }: { platform: PlatformId; alternativeText: string },
): PostFile {
  const { files, links, clock } = options
  const limit = platformLimits[platform].images
  const isConverted = row.kind === 'image' && limit !== undefined
  return {
    ...{ kind: row.kind, name: row.name, size: row.size, seconds: row.seconds, alternativeText },
    ...{ width: row.width, height: row.height },
    type: isConverted ? fitFor(row, limit).type : row.type,
    async read(range) {
      const path = isConverted ? await ensureConverted(options, row, platform) : row.path
      const bytes = await readFile(files, path, range)
      if (!bytes) throw new Error('a file of a post is missing in the file store')
      return bytes
    },
    url: () => links.forPlatform({ id: row.id, variant: platform }, clock.now()),
  }
}

/** The name of a picture as a platform takes it, which is made when it is first needed. */
async function ensureConverted(
  { files, fitPicture }: SocialFileOptions,
  row: SocialFileRow,
  platform: PlatformId,
): Promise<string> {
  const limit = platformLimits[platform].images
  if (!limit) return row.path
  const fit = fitFor(row, limit)
  const path = `social/${row.id}/${platform}.${fit.type === 'image/png' ? 'png' : 'jpg'}`
  if (await files.find(path)) return path
  const bytes = await readFile(files, row.path)
  if (!bytes) throw new Error('a file of a post is missing in the file store')
  await putFile(files, path, (await fitPicture(bytes, fit)).bytes)
  return path
}

/** What a picture has to be for a platform: drawings stay PNG where that is taken. */
function fitFor(row: SocialFileRow, limit: FileLimit): PictureFit {
  const staysPng = row.type === 'image/png' && limit.types.includes('image/png')
  return {
    type: staysPng ? 'image/png' : 'image/jpeg',
    ...{ mostWidth: limit.mostWidth ?? mostPixels, mostHeight: limit.mostHeight ?? mostPixels },
    ...{ ratios: limit.ratios, mostBytes: limit.mostBytes },
  }
}

const typeOf = (path: string) => (path.endsWith('.png') ? 'image/png' : 'image/jpeg')

/** The first bytes of what arrives, and all of it. */
async function peek(source: AsyncIterable<Uint8Array>) {
  const iterator = source[Symbol.asyncIterator]()
  const chunks: Uint8Array[] = []
  let length = 0
  while (length < 16) {
    const next = await iterator.next()
    if (next.done) break
    chunks.push(next.value)
    length += next.value.length
  }
  const head = Buffer.concat(chunks)
  async function* rest() {
    yield head
    for (;;) {
      const next = await iterator.next()
      if (next.done) return
      yield next.value
    }
  }
  return { head, rest: rest() }
}

/** Whether the first bytes are those of MP4, QuickTime or WebM. AVIF begins like MP4. */
function isVideo(head: Buffer): boolean {
  const start = head.toString('latin1', 0, 12)
  if (head.length >= 4 && head.readUInt32BE(0) === 0x1a45dfa3) return true
  return start.startsWith('ftyp', 4) && !/^.{8}(avif|avis|mif1|heic)/s.test(start)
}

async function* limitSize(
  source: AsyncIterable<Uint8Array>,
  { source: given }: ArrivingFile,
  limit: number,
): AsyncGenerator<Uint8Array> {
  const tooBig = new Problem('social_file_too_big', 413, { params: { limit: limit / 1024 / 1024 } })
  let size = 0
  for await (const chunk of source) {
    size += chunk.length
    if (size > limit) throw tooBig
    yield chunk
  }
  if (given.truncated) throw tooBig
}

async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of source) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  if (bytes.length < 16) throw new Problem('picture_type', 415)
  return bytes
}
