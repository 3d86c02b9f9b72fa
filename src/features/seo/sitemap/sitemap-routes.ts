import { Readable } from 'node:stream'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { preferredEncoding } from '#http/encoding.ts'
import { isOwnRequest } from '#http/own-requests/own-requests.ts'
import { type CacheOptions, sendCached, sendCachedResponse } from '#http/page-cache.ts'
import { defineRoutes } from '#http/routes.ts'
import { createBoundedQueue } from '#platform/bounded-queue.ts'
import { filesKey } from '#shared/edge/edge-cache.ts'
import { Problem } from '#shared/problem.ts'
import type { Sitemap, SitemapFile } from './sitemap.ts'
import { endSlowReading } from './slow-readers.ts'

interface SitemapRouteOptions extends CacheOptions {
  sitemap: Sitemap
  /** Whether there is a sitemap. */
  hasSitemap(): boolean
  /** `llms.txt`. */
  writeLlms(): Promise<string>
  /** `robots.txt`. */
  writeRobots(): string
}

const hidden = { config: { access: 'public' }, schema: { hide: true } } as const
const xml = 'application/xml; charset=utf-8'
const text = 'text/plain; charset=utf-8'
const edge = { key: filesKey, isPlain: true }

/** What crawlers read before the pages: the sitemap, `robots.txt` and `llms.txt`. */
export const sitemapRoutes = (options: SitemapRouteOptions) =>
  defineRoutes((server) => {
    const { sitemap, hasSitemap } = options
    const send = createSitemapSender(options)

    server.get('/sitemap.xml', hidden, (request, reply) =>
      send(request, reply, '/sitemap.xml', sitemap.readMain),
    )
    server.get('/sitemap-pages.xml', hidden, (request, reply) =>
      send(request, reply, '/sitemap-pages.xml', sitemap.readPages),
    )
    const params = z.object({ number: z.coerce.number().int().min(1).max(100_000) })
    server.get(
      '/sitemap-documents-:number.xml',
      { config: hidden.config, schema: { hide: true, params } },
      (request, reply) => {
        const { number } = request.params
        return send(request, reply, undefined, () => sitemap.readItems(number))
      },
    )

    server.get('/robots.txt', hidden, (request, reply) =>
      sendCached(options, request, reply, '/robots.txt', async () => ({
        headers: { 'content-type': text },
        body: options.writeRobots(),
        edge,
      })),
    )

    server.get('/llms.txt', hidden, (request, reply) =>
      sendCached(options, request, reply, '/llms.txt', async () => {
        if (!hasSitemap()) throw new Problem('not_found', 404)
        return { headers: { 'content-type': text }, body: await options.writeLlms(), edge }
      }),
    )
  })

/** Sends files of the sitemap. Few large ones are written at a time, since each costs as much as many pages. */
function createSitemapSender({ cache, headers, hasSitemap }: SitemapRouteOptions) {
  const queue = createBoundedQueue({ concurrency: 2, maxWaiting: 8 })

  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    key: string | undefined,
    read: () => Promise<SitemapFile | undefined>,
  ): Promise<void> => {
    const cached = key === undefined ? undefined : cache.find(key)
    if (cached) return sendCachedResponse(request, reply, cached)
    const file = hasSitemap() ? await read() : undefined
    if (!file) throw new Problem('not_found', 404)
    if ('text' in file) {
      const build = async () => ({ headers: { 'content-type': xml }, body: file.text, edge })
      return sendCached({ cache, headers }, request, reply, key ?? request.url, build)
    }
    await queue.run(async () => {
      const encoding = preferredEncoding(request.headers['accept-encoding'])
      if (!isOwnRequest(request.raw)) endSlowReading(reply.raw)
      await reply
        .headers({
          ...headers,
          ...{ 'content-type': xml, 'cache-control': 'no-cache', vary: 'Accept-Encoding' },
          ...(encoding !== 'identity' && { 'content-encoding': encoding }),
        })
        .send(compress(Readable.from(file.parts, { highWaterMark: 1 }), encoding))
    })
  }
}

function compress(source: Readable, encoding: ReturnType<typeof preferredEncoding>): Readable {
  if (encoding === 'identity') return source
  const compressor =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : createGzip({ level: 6 })
  source.on('error', (error) => compressor.destroy(error))
  compressor.on('close', () => source.destroy())
  return source.pipe(compressor)
}
