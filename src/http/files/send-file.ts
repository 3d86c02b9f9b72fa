import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ByteRange, FileFacts } from '#platform/files/file-store.ts'
import { Problem } from '#shared/problem.ts'
import { readRange } from './byte-range.ts'

/** A file as it is sent. */
export interface SentFile extends FileFacts {
  /** Its media type. */
  type: string
  /** A strong entity tag, in quotes. */
  etag: string
  /** Opens it, or a part of it; undefined when it has gone. */
  open(range: ByteRange | undefined): Promise<Readable | undefined>
}

/**
 * Sends a file, or the part of it that is asked for, or says that it has not changed (RFC 9110 §13 and §14).
 * @throws {Problem} 404 when the file has gone
 */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: SentFile) {
  const { etag, size, type, modifiedAt } = file
  reply.headers({ etag, 'last-modified': modifiedAt.toUTCString(), 'accept-ranges': 'bytes' })
  if (isReplaced(request, file)) return reply.status(412).send('')
  if (isUnchanged(request, file)) return reply.status(304).send()
  reply.type(type)
  // Of all methods, only GET has parts (RFC 9110 §14.2).
  const hasParts = request.method === 'GET' && isRangeValid(request, file)
  const range = hasParts ? readRange(request.headers.range, size) : undefined
  if (range === 'unsatisfiable') return reply.status(416).header('content-range', `bytes */${size}`).send('')
  if (range) reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  reply.header('content-length', range ? range.end - range.start + 1 : size)
  // Fastify keeps the length of a stream, and sends none of it.
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  const stream = await file.open(range).catch((error: unknown) => {
    removeFacts(reply)
    throw error
  })
  if (stream) return reply.send(stream)
  removeFacts(reply)
  throw new Problem('not_found', 404)
}

/** What is said of a file is not said of the refusal that is sent in its place. */
function removeFacts(reply: FastifyReply): void {
  const about = ['content-length', 'content-range', 'accept-ranges', 'content-disposition']
  for (const name of [...about, 'etag', 'last-modified', 'link', 'cache-control']) reply.removeHeader(name)
}

/** Whether the client wants only a version that is no longer there. */
function isReplaced({ headers }: FastifyRequest, { etag }: SentFile): boolean {
  const tags = headers['if-match']
  return tags !== undefined && tags.trim() !== '*' && tags.split(',').every((tag) => tag.trim() !== etag)
}

/** Whether the client has the file as it is. A tag is compared before a date, which only tells seconds. */
function isUnchanged({ headers }: FastifyRequest, { etag, modifiedAt }: SentFile): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return tags.trim() === '*' || tags.split(',').some((tag) => bare(tag) === etag)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return Math.floor(modifiedAt.getTime() / 1000) * 1000 <= since
}

/** Whether a part of the file fits the parts that the client has. */
function isRangeValid({ headers }: FastifyRequest, { etag, modifiedAt }: SentFile): boolean {
  const condition = headers['if-range']
  if (condition === undefined) return true
  const text = String(condition)
  return text.includes('"') ? text.trim() === etag : text === modifiedAt.toUTCString()
}

const bare = (tag: string): string => tag.trim().replace(/^W\//, '')
