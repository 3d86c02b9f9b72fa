import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { findSignatureFault } from './s3-signature.ts'

interface StoredObject {
  bytes: Buffer
  at: Date
}

interface PartUpload {
  key: string
  at: Date
  parts: Map<number, Buffer>
}

interface Answer {
  status: number
  headers?: Record<string, string>
  body?: Buffer | string
}

/** What goes wrong with a request: an error of the store, or `hang` for no answer and `cut` for half of one. */
type Fault = { status: number; code: string } | 'hang' | 'cut' | undefined

interface Asked {
  method: string
  bucket: string
  key: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: Buffer
}

const keys = { accessKey: 'KEY+of a test', secretKey: 'a/secret+of a%test', region: 'eu-west-1' }
const smallestPart = 5 * 1024 * 1024
// As the clock of the machine: S3 accepts no signature that is older than 15 minutes.
const now = () => new Date()

/**
 * A store with the interface of S3, in memory, which checks signatures as the real one does. Lists have pages of `pageSize`.
 */
export async function startS3Server({ pageSize = 1_000 } = {}) {
  const objects = new Map<string, StoredObject>()
  const uploads = new Map<string, PartUpload>()
  /** The method and key of each request that was answered. */
  const asked: string[] = []
  const control: { fault(asked: Asked): Fault; beforeAnswering(asked: Asked): Promise<void> } = {
    fault: () => undefined,
    beforeAnswering: async () => {},
  }
  const answerWith = createAnswers({ objects, uploads, pageSize })

  const server = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => undefined)
    if (!body) return
    const url = new URL(request.url ?? '', 'http://store')
    const [, bucket = '', ...path] = url.pathname.split('/').map(decodeURIComponent)
    const { method = '', headers } = request
    const one = { method, bucket, key: path.join('/'), query: url.searchParams, headers, body }
    const wrong = findSignatureFault(request, body, keys, now().getTime())
    const fault = wrong ? { status: 403, code: wrong } : control.fault(one)
    await control.beforeAnswering(one)
    asked.push(`${one.method} ${one.key}`)
    if (fault === 'hang') return
    const answer = typeof fault === 'object' ? refuse(fault.status, fault.code) : answerWith(one)
    send(response, answer, fault === 'cut')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const credentials = `${encodeURIComponent(keys.accessKey)}:${encodeURIComponent(keys.secretKey)}`
  return {
    ...{ objects, uploads, asked, control },
    url: `http://${credentials}@127.0.0.1:${port}/bucket/some/folder?region=${keys.region}`,
    close() {
      server.closeAllConnections()
      return new Promise((done) => server.close(done))
    },
  }
}
export type S3Server = Awaited<ReturnType<typeof startS3Server>>

function send(response: ServerResponse, answer: Answer, isCut: boolean): void {
  const bytes = Buffer.from(answer.body ?? '')
  response.writeHead(answer.status, { 'content-length': bytes.length, ...answer.headers })
  if (isCut) response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
  // Node sends no body to HEAD.
  else response.end(bytes)
}

const escapeXml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
const xml = (name: string, parts: string): Answer => ({
  ...{ status: 200, headers: { 'content-type': 'application/xml' } },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts}</${name}>`,
})
const tag = (name: string, value: string | number | boolean) =>
  `<${name}>${escapeXml(String(value))}</${name}>`
const refuse = (status: number, code: string): Answer => ({
  ...{ status, headers: { 'content-type': 'application/xml' } },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${tag('Code', code)}${tag('Message', `refused: ${code}`)}</Error>`,
})
const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`

interface State {
  objects: Map<string, StoredObject>
  uploads: Map<string, PartUpload>
  pageSize: number
}

function createAnswers(state: State) {
  const { objects, uploads } = state
  return (asked: Asked): Answer => {
    const { method, bucket, key, query, body } = asked
    if (bucket !== 'bucket') return refuse(404, 'NoSuchBucket')
    const upload = uploads.get(query.get('uploadId') ?? '')
    const isOfUpload = query.has('uploadId')
    if (isOfUpload && upload?.key !== key) return refuse(404, 'NoSuchUpload')
    if (key === '' && method === 'HEAD') return { status: 200 }
    if (key === '' && query.has('uploads')) return listUploads(state, query)
    if (key === '' && query.get('list-type') === '2') return listObjects(state, query)
    if (method === 'POST' && query.has('uploads')) {
      const id = randomUUID()
      uploads.set(id, { key, at: now(), parts: new Map() })
      return xml('InitiateMultipartUploadResult', tag('UploadId', id))
    }
    if (upload && method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), body)
      return { status: 200, headers: { etag: etagOf(body) } }
    }
    if (upload && method === 'DELETE') {
      uploads.delete(query.get('uploadId') ?? '')
      return { status: 204 }
    }
    if (upload && method === 'POST') return complete(state, asked, upload)
    if (method === 'PUT') {
      objects.set(key, { bytes: body, at: now() })
      return { status: 200, headers: { etag: etagOf(body) } }
    }
    if (method === 'DELETE') {
      objects.delete(key)
      return { status: 204 }
    }
    return method === 'GET' || method === 'HEAD'
      ? read(objects.get(key), asked)
      : refuse(405, 'MethodNotAllowed')
  }
}

function read(object: StoredObject | undefined, { headers, query }: Asked): Answer {
  if (!object) return refuse(404, 'NoSuchKey')
  const { bytes, at } = object
  const facts = {
    etag: etagOf(bytes),
    'last-modified': at.toUTCString(),
    'accept-ranges': 'bytes',
    'content-type': query.get('response-content-type') ?? 'application/octet-stream',
    ...(query.has('response-content-disposition') && {
      'content-disposition': query.get('response-content-disposition') ?? '',
    }),
  }
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
  if (first === undefined) return { status: 200, headers: facts, body: bytes }
  if (Number(first) >= bytes.length) return refuse(416, 'InvalidRange')
  const part = bytes.subarray(Number(first), Number(last) + 1)
  const range = `bytes ${first}-${Number(first) + part.length - 1}/${bytes.length}`
  return { status: 206, headers: { ...facts, 'content-range': range }, body: part }
}

function complete({ objects, uploads }: State, { key, query, body }: Asked, { parts }: PartUpload): Answer {
  const wanted = [...body.toString().matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
    etag: /<ETag>(.*?)</.exec(part)?.[1]?.replaceAll('&quot;', '"'),
  }))
  const found = wanted.map(({ number }) => parts.get(number))
  const bytes = found.filter((part) => part !== undefined)
  if (bytes.length !== wanted.length || bytes.some((part, index) => etagOf(part) !== wanted[index]?.etag))
    return refuse(400, 'InvalidPart')
  if (bytes.slice(0, -1).some(({ length }) => length < smallestPart)) return refuse(400, 'EntityTooSmall')
  objects.set(key, { bytes: Buffer.concat(bytes), at: now() })
  uploads.delete(query.get('uploadId') ?? '')
  return asSwift(
    xml('CompleteMultipartUploadResult', tag('Key', key) + tag('ETag', `${etagOf(body)}-${bytes.length}`)),
  )
}

/** What is put together for long is answered before it is done: with spaces after the declaration, while that goes on. */
const asSwift = ({ body = '', ...rest }: Answer): Answer => ({
  ...rest,
  body: String(body).replace('?>', `?>${' '.repeat(20)}`),
})

function listObjects({ objects, pageSize }: State, query: URLSearchParams): Answer {
  const after = query.get('continuation-token') ?? ''
  const rest = [...objects]
    .filter(([key]) => key.startsWith(query.get('prefix') ?? '') && key > after)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const page = rest.slice(0, pageSize)
  const entries = page.map(([key, { bytes, at }]) => {
    const facts = tag('Key', key) + tag('Size', bytes.length) + tag('LastModified', at.toISOString())
    return `<Contents>${facts}</Contents>`
  })
  const isTruncated = rest.length > page.length
  const next = isTruncated ? tag('NextContinuationToken', page.at(-1)?.[0] ?? '') : ''
  return xml('ListBucketResult', tag('IsTruncated', isTruncated) + next + entries.join(''))
}

function listUploads({ uploads, pageSize }: State, query: URLSearchParams): Answer {
  const after = `${query.get('key-marker') ?? ''}\n${query.get('upload-id-marker') ?? ''}`
  const rest = [...uploads]
    .map(([id, { key, at }]) => ({ id, key, at, place: `${key}\n${id}` }))
    .filter(({ key, place }) => key.startsWith(query.get('prefix') ?? '') && place > after)
    .sort((one, other) => (one.place < other.place ? -1 : 1))
  const page = rest.slice(0, pageSize)
  const entries = page.map(
    ({ id, key, at }) =>
      `<Upload>${tag('Key', key) + tag('UploadId', id) + tag('Initiated', at.toISOString())}</Upload>`,
  )
  const last = page.at(-1)
  const next = last ? tag('NextKeyMarker', last.key) + tag('NextUploadIdMarker', last.id) : ''
  const isTruncated = rest.length > page.length
  return xml('ListMultipartUploadsResult', tag('IsTruncated', isTruncated) + next + entries.join(''))
}
