import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from '#platform/log.ts'

interface DebugOptions {
  log: Logger
  isDebugging(): boolean
  isForApi(request: FastifyRequest): boolean
}

/** While debug mode is on, logs more and tells with each answer of the API how long it took (W3C Server Timing). */
export function offerDebugMode(server: FastifyInstance, { log, isDebugging, isForApi }: DebugOptions): void {
  const usual = log.level
  const detailed = log.isLevelEnabled('debug') || usual === 'silent' ? usual : 'debug'
  server.addHook('onRequest', async () => {
    // Looked up each time, because the mode ends by itself. Each request has a logger with the level of its start.
    const level = isDebugging() ? detailed : usual
    if (log.level !== level) log.level = level
  })
  server.addHook('onSend', async (request, reply, payload) => {
    if (isDebugging() && isForApi(request)) {
      reply.header('server-timing', `total;dur=${reply.elapsedTime.toFixed(1)}`)
    }
    return payload
  })
}
