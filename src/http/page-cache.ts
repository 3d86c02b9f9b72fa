import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import type { EdgeCopy, EdgeRules } from '#http/edge/edge-headers.ts'
import { isOwnRequest } from '#http/own-requests/own-requests.ts'
import { type Clock, systemClock } from '#platform/clock.ts'
import { countAsWait } from '#platform/database/wait-limit.ts'
import type { Revision } from '#platform/revision.ts'
import { type Encoding, preferredEncoding } from './encoding.ts'

/** A response before it is compressed; header names in lower case. */
export interface UncompressedResponse {
  status: number
  headers: Record<string, string>
  body: string
  /** What a cache in front of the product may keep of it; nothing unless set. */
  edge?: EdgeCopy | undefined
}

/** A response compressed in every encoding, its headers in the flat array form that Node writes fastest. */
export interface CachedResponse {
  status: number
  etag: string
  size: number
  encodings: Record<Encoding, { body: Buffer; headers: string[] }>
  notModifiedHeaders: string[]
}

interface PageCacheOptions {
  /** The most bytes that it keeps. */
  largest?: number
  /** That of `compressResponse`. */
  quality?: number | undefined
  clock?: Clock
  /** What responses tell a cache in front of the product; undefined when there is none. */
  edge?: EdgeRules | undefined
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/**
 * Caches public responses, compressed, until the site's revision changes, or the year, which pages show. Bounded in bytes;
 * the least recently used is dropped first.
 */
export class PageCache {
  readonly #responses = new Map<string, CachedResponse>()
  readonly #building = new Map<string, Promise<CachedResponse>>()
  readonly #revision: Revision
  readonly #largest: number
  readonly #quality: number | undefined
  readonly #misses: Counter
  #hits = 0
  #size = 0
  #generation = 0
  readonly #clock: Clock
  readonly #edge: EdgeRules | undefined
  #year: number

  constructor(
    revision: Revision,
    registry: Registry,
    { largest = 64 * 1024 * 1024, quality, clock = systemClock, edge }: PageCacheOptions = {},
  ) {
    this.#revision = revision
    this.#largest = largest
    this.#quality = quality
    this.#clock = clock
    this.#edge = edge
    this.#year = clock.now().getUTCFullYear()
    // A plain number that is read on collection, since Counter.inc() takes nearly as long as a hit.
    const countHits = () => this.#hits
    new Counter({
      name: 'page_cache_hits_total',
      help: 'Responses served from the cache',
      registers: [registry],
      collect() {
        this.reset()
        this.inc(countHits())
      },
    })
    this.#misses = new Counter({
      name: 'page_cache_misses_total',
      help: 'Responses built because none was cached',
      registers: [registry],
    })
    revision.onChange(() => this.#drop())
  }

  /** The cached response, if there is one and it is known to be current. */
  find(key: string): CachedResponse | undefined {
    const year = this.#clock.now().getUTCFullYear()
    if (year !== this.#year) {
      this.#year = year
      this.#drop()
    }
    const cached = this.#responses.get(key)
    if (!cached || !this.#revision.isCurrent()) return undefined
    this.#hits++
    // Moved to the end, so that the first entry is the least recently used.
    this.#responses.delete(key)
    this.#responses.set(key, cached)
    return cached
  }

  /** The response for `key`: cached, or built once for all waiting requests. Only 200 and 404 are cached. */
  async get(key: string, build: () => Promise<UncompressedResponse>): Promise<CachedResponse> {
    await countAsWait(this.#revision.catchUp())
    const found = this.find(key)
    if (found) return found
    // A running build may have begun before a change that this process has not noticed yet.
    const building = this.#revision.isCurrent() ? this.#building.get(key) : undefined
    if (building) return building
    const generation = this.#generation
    const promise = this.#build(key, build, generation).finally(() => {
      if (this.#building.get(key) === promise) this.#building.delete(key)
    })
    this.#building.set(key, promise)
    return promise
  }

  /**
   * The response to a request: that of `get`, but for one of the product to itself that is not cached. This is built for it
   * alone and not compressed, since a check of all pages would take the compression of each from visitors.
   */
  async answer(
    request: IncomingMessage,
    key: string,
    build: () => Promise<UncompressedResponse>,
  ): Promise<CachedResponse> {
    if (!isOwnRequest(request)) return this.get(key, build)
    await countAsWait(this.#revision.catchUp())
    return this.find(key) ?? prepareResponse(await build())
  }

  async #build(
    key: string,
    build: () => Promise<UncompressedResponse>,
    generation: number,
  ): Promise<CachedResponse> {
    this.#misses.inc()
    const revision = this.#revision.current()
    const built = await build()
    const bodies = await compressBodies(built, this.#quality)
    // A response built from data before a change must not be cached after it, neither here nor in front of us.
    const isFresh = generation === this.#generation
    const copy = isFresh && built.status === 200 ? built.edge : undefined
    const response = describeResponse(built, bodies, copy ? this.#edge?.describe(copy, revision) : undefined)
    const isCacheable = response.status === 200 || response.status === 404
    if (isCacheable && isFresh && response.size < this.#largest / 8) this.#store(key, response)
    return response
  }

  #store(key: string, response: CachedResponse): void {
    // There may be an entry already, which was not known to be current when the build began.
    this.#size += response.size - (this.#responses.get(key)?.size ?? 0)
    this.#responses.set(key, response)
    for (const [oldest, { size }] of this.#responses) {
      if (this.#size <= this.#largest) break
      this.#responses.delete(oldest)
      this.#size -= size
    }
  }

  #drop(): void {
    this.#generation++
    this.#responses.clear()
    this.#building.clear()
    this.#size = 0
  }
}

/** Compresses a response in every encoding, with Brotli in a quality from 0 to 11, and prepares its headers. */
export async function compressResponse(
  response: UncompressedResponse,
  quality = 11,
): Promise<CachedResponse> {
  return describeResponse(response, await compressBodies(response, quality))
}

async function compressBodies(response: UncompressedResponse, quality = 11): Promise<Bodies> {
  const plain = Buffer.from(response.body)
  const [br, gz] = await Promise.all([
    brotli(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    }),
    zip(plain, { level: Math.min(quality, 9) }),
  ])
  return { br, gzip: gz, identity: plain }
}

/** Prepares the headers of a response that is sent uncompressed whatever its client accepts. */
function prepareResponse(response: UncompressedResponse): CachedResponse {
  return describeResponse(response, { identity: Buffer.from(response.body) })
}

type Bodies = Partial<Record<Encoding, Buffer>> & { identity: Buffer }

/** `more` are headers that are no part of what is sent: the same page is the same for browsers whatever they say. */
function describeResponse(
  { status, headers }: UncompressedResponse,
  bodies: Bodies,
  more: Record<string, string> = {},
): CachedResponse {
  const { identity: plain, br, gzip } = bodies
  const etag = `W/"${createHash('sha256').update(JSON.stringify(headers)).update(plain).digest('base64url').slice(0, 22)}"`
  const { 'content-type': contentType = 'text/plain; charset=utf-8', ...rest } = headers
  const common = Object.entries({ vary: 'Accept-Encoding', ...rest, etag, ...more }).flat()
  const encode = (content: Buffer, encoding: string[]) => ({
    body: content,
    headers: [...common, 'content-type', contentType, ...encoding, 'content-length', String(content.length)],
  })
  const identity = encode(plain, [])
  return {
    status,
    etag,
    size: (br?.length ?? 0) + (gzip?.length ?? 0) + plain.length,
    encodings: {
      br: br ? encode(br, ['content-encoding', 'br']) : identity,
      gzip: gzip ? encode(gzip, ['content-encoding', 'gzip']) : identity,
      identity,
    },
    notModifiedHeaders: common,
  }
}

/** Writes a cached response, or 304 when the client has it already (RFC 9110 §13.1.2). */
export function writeCachedResponse(
  request: IncomingMessage,
  response: ServerResponse,
  cached: CachedResponse,
): void {
  const known = request.headers['if-none-match']
  if (
    known !== undefined &&
    cached.status === 200 &&
    (known === '*' || known.includes(cached.etag.slice(2)))
  ) {
    response.writeHead(304, cached.notModifiedHeaders).end()
    return
  }
  const { body, headers } = cached.encodings[preferredEncoding(request.headers['accept-encoding'])]
  response.writeHead(cached.status, headers)
  if (request.method === 'HEAD') response.end()
  else response.end(body)
}

/** Sends a cached response to a routed request, bypassing Fastify's own serialization. */
export function sendCachedResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  cached: CachedResponse,
): void {
  reply.hijack()
  writeCachedResponse(request.raw, reply.raw, cached)
}

/** What `sendCached` needs: the cache, and the headers that every response carries. */
export interface CacheOptions {
  cache: PageCache
  headers: Record<string, string>
}

/** Sends the cached response for `key`, or builds it. Browsers revalidate each time and mostly get 304. */
export async function sendCached(
  { cache, headers }: CacheOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  build: () => Promise<Omit<UncompressedResponse, 'status'>>,
): Promise<void> {
  const cached = await cache.answer(request.raw, key, async () => {
    const response = await build()
    return {
      ...response,
      status: 200,
      headers: {
        ...headers,
        'cache-control': 'no-cache',
        // Pages of other sites may call the API, if they are allowed to.
        ...(key.startsWith('/api/') && { vary: 'Accept-Encoding, Origin' }),
        ...response.headers,
      },
    }
  })
  sendCachedResponse(request, reply, cached)
}
