import type { FastifyInstance } from 'fastify'
import { findTracer } from '#platform/tracing/spans.ts'

/**
 * Traces every request that reaches the router, by its route and never by its address, which may hold a token. A request belongs
 * to the trace that it names only when it comes from a trusted proxy, since everybody else could choose what is recorded.
 */
export function traceRequests(server: FastifyInstance, isProxy: (address: string) => boolean): void {
  const tracer = findTracer()
  if (!tracer) return
  server.addHook('onRequest', (request, reply, done) => {
    const { url: route, config } = request.routeOptions
    if (config?.isEndless) return done()
    const { traceparent } = request.headers
    const isTrusted = isProxy(request.raw.socket.remoteAddress ?? '')
    const span = tracer.begin({
      name: route ? `${request.method} ${route}` : request.method,
      kind: 'server',
      attributes: { 'http.request.method': request.method, ...(route && { 'http.route': route }) },
      traceparent: isTrusted && typeof traceparent === 'string' ? traceparent : undefined,
    })
    // Also when the client leaves before the answer.
    reply.raw.once('close', () => {
      const status = reply.raw.headersSent ? reply.raw.statusCode : undefined
      span.end({
        ...(status !== undefined && { attributes: { 'http.response.status_code': status } }),
        ...(status === undefined && { fault: 'disconnected' }),
        ...(status !== undefined && status >= 500 && { fault: String(status) }),
      })
    })
    span.within(done)
  })
}
