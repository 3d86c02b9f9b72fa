import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import type { Revision } from '#platform/revision.ts'
import { type Encoding, preferredEncoding } from './encoding.ts'

/** An answer as its maker gives it: header names in lower case. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

/** An answer as it is kept: every encoding already made, the headers in the flat form that Node writes fastest. */
export interface KeptAnswer {
  status: number
  etag: string
  size: number
  encodings: Record<Encoding, { body: Buffer; headers: string[] }>
  notModifiedHeaders: string[]
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/**
 * Keeps public answers, compressed, until what they are made of changes (DESIGN.md, *A page's way*).
 * Bounded in bytes; the least recently asked for goes first.
 */
export class PageCache {
  readonly #kept = new Map<string, KeptAnswer>()
  readonly #building = new Map<string, Promise<KeptAnswer>>()
  readonly #revision: Revision
  readonly #largest: number
  readonly #misses: Counter
  #hits = 0
  #size = 0
  #generation = 0

  constructor(revision: Revision, registry: Registry, { largest = 64 * 1024 * 1024 } = {}) {
    this.#revision = revision
    this.#largest = largest
    // Counted by hand and handed over when asked for, since a hit itself takes little longer than Counter.inc().
    const countHits = () => this.#hits
    new Counter({
      name: 'page_cache_hits_total',
      help: 'Answers served as kept',
      registers: [registry],
      collect() {
        this.reset()
        this.inc(countHits())
      },
    })
    this.#misses = new Counter({
      name: 'page_cache_misses_total',
      help: 'Answers made anew',
      registers: [registry],
    })
    revision.onChange(() => this.#drop())
  }

  /** The kept answer, when there is one and it may be trusted at this moment. */
  find(key: string): KeptAnswer | undefined {
    const kept = this.#kept.get(key)
    if (!kept || !this.#revision.isCurrent()) return undefined
    this.#hits++
    // Moved to the young end, so that the first in line is what was asked for least recently.
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    return kept
  }

  /** The answer for `key`: kept, or made by `build`, once however many ask. Only 200 and 404 are kept. */
  async get(key: string, build: () => Promise<Answer>): Promise<KeptAnswer> {
    await this.#revision.catchUp()
    const found = this.find(key)
    if (found) return found
    // One that is being made may have been begun before a change that this process has not heard of yet.
    const building = this.#revision.isCurrent() ? this.#building.get(key) : undefined
    if (building) return building
    const generation = this.#generation
    const promise = this.#build(key, build, generation).finally(() => {
      if (this.#building.get(key) === promise) this.#building.delete(key)
    })
    this.#building.set(key, promise)
    return promise
  }

  async #build(key: string, build: () => Promise<Answer>, generation: number): Promise<KeptAnswer> {
    this.#misses.inc()
    const answer = await compressAnswer(await build())
    const isLasting = answer.status === 200 || answer.status === 404
    // What was read before a change must not be kept after it.
    if (isLasting && generation === this.#generation && answer.size < this.#largest / 8)
      this.#keep(key, answer)
    return answer
  }

  #keep(key: string, answer: KeptAnswer): void {
    // One may be there already that could not be trusted when this one was begun.
    this.#size += answer.size - (this.#kept.get(key)?.size ?? 0)
    this.#kept.set(key, answer)
    for (const [oldest, { size }] of this.#kept) {
      if (this.#size <= this.#largest) break
      this.#kept.delete(oldest)
      this.#size -= size
    }
  }

  #drop(): void {
    this.#generation++
    this.#kept.clear()
    this.#building.clear()
    this.#size = 0
  }
}

/** Compresses an answer in every encoding and writes its headers out, once for all who will ask. */
export async function compressAnswer({ status, headers, body }: Answer, quality = 11): Promise<KeptAnswer> {
  const plain = Buffer.from(body)
  const [br, gz] = await Promise.all([
    brotli(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    }),
    zip(plain, { level: Math.min(quality, 9) }),
  ])
  const etag = `W/"${createHash('sha256').update(JSON.stringify(headers)).update(plain).digest('base64url').slice(0, 22)}"`
  const { 'content-type': contentType = 'text/plain; charset=utf-8', ...rest } = headers
  const common = Object.entries({ vary: 'Accept-Encoding', ...rest, etag }).flat()
  const encode = (content: Buffer, encoding: string[]) => ({
    body: content,
    headers: [...common, 'content-type', contentType, ...encoding, 'content-length', String(content.length)],
  })
  return {
    status,
    etag,
    size: br.length + gz.length + plain.length,
    encodings: {
      br: encode(br, ['content-encoding', 'br']),
      gzip: encode(gz, ['content-encoding', 'gzip']),
      identity: encode(plain, []),
    },
    notModifiedHeaders: common,
  }
}

/** Writes a kept answer, or 304 when the asker has it already (RFC 9110 §13.1.2). */
export function writeKeptAnswer(request: IncomingMessage, response: ServerResponse, kept: KeptAnswer): void {
  const known = request.headers['if-none-match']
  if (known !== undefined && kept.status === 200 && (known === '*' || known.includes(kept.etag.slice(2)))) {
    response.writeHead(304, kept.notModifiedHeaders).end()
    return
  }
  const { body, headers } = kept.encodings[preferredEncoding(request.headers['accept-encoding'])]
  response.writeHead(kept.status, headers)
  if (request.method === 'HEAD') response.end()
  else response.end(body)
}

/** Answers a routed request with a kept answer, past Fastify's own way of writing. */
export function sendKeptAnswer(request: FastifyRequest, reply: FastifyReply, kept: KeptAnswer): void {
  reply.hijack()
  writeKeptAnswer(request.raw, reply.raw, kept)
}

/** Where kept answers are, and the headers that every answer carries. */
export interface Kept {
  cache: PageCache
  headers: Record<string, string>
}

/** Answers with what is kept under `key`, or with what `build` makes for it. Browsers ask each time, and mostly get 304. */
export async function answerKept(
  { cache, headers }: Kept,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  build: () => Promise<Omit<Answer, 'status'>>,
): Promise<void> {
  const kept = await cache.get(key, async () => {
    const answer = await build()
    return {
      ...answer,
      status: 200,
      headers: { ...headers, 'cache-control': 'no-cache', ...answer.headers },
    }
  })
  sendKeptAnswer(request, reply, kept)
}
