import type { FastifyInstance } from 'fastify'
import type { EdgeRules } from './edge-headers.ts'

/**
 * Forbids the cache in front of the product to keep what browsers may keep for a while, since no purge would reach it: pictures
 * of documents, for instance. What never changes under its address it may keep.
 */
export function refuseCopies(server: FastifyInstance, { refusal }: Pick<EdgeRules, 'refusal'>): void {
  server.addHook('onSend', async (_request, reply) => {
    const browsers = String(reply.getHeader('cache-control') ?? '')
    if (/\b(public|max-age)\b/.test(browsers) && !browsers.includes('immutable')) reply.headers(refusal)
  })
}
