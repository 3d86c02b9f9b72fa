import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { longestBodySeconds } from '#http/limits/body-time.ts'
import { type ConnectionLimits, createConnectionLimits } from '#http/limits/connections.ts'
import type { Catalogues } from '#platform/catalogues.ts'
import type { Logger } from '#platform/log.ts'
import { createFaultLog } from '#platform/process/faults.ts'
import { sourceLanguage } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import { clientNetwork } from './client-address.ts'
import { createDraining } from './draining.ts'
import { describeProblem } from './problem-details.ts'
import { writeRawRefusal } from './raw-refusal.ts'
import { normalizeTarget } from './request-target.ts'
import { privateHeaders } from './security-headers.ts'

export interface NodeServerOptions {
  log: Logger
  catalogues: Catalogues
  /** Headers of every response. */
  headers: Record<string, string>
  limits: ConnectionLimits
  /** Whether an address is that of a trusted proxy, whose connections carry many clients. */
  isProxy: (address: string) => boolean
  /** Writes the cached response to a request, when there is one. */
  serveCached: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Answers requests of direct routes, and passes others on. */
  answerDirectly: (handle: RequestListener) => RequestListener
  /** Counts a refusal by its reason. */
  countRefusal: (reason: string) => void
}

/**
 * The layer below Fastify: limits of connections, normalized request targets, cached responses before routing, and error
 * responses to what could not be parsed as a request.
 */
export function createNodeServer(options: NodeServerOptions) {
  const { catalogues, headers, serveCached, answerDirectly, countRefusal } = options
  const { attach, isDraining, stopListening, endConnections } = createDraining()
  const noteFault = createFaultLog(options.log)

  /** Sends an error response to what cannot be routed, and closes its connection. */
  function refuseConnection(socket: Socket, problem: Problem): void {
    countRefusal(problem.code)
    // Anything written now would become part of the response that is being sent.
    if (limits.isAnswering(socket) && socket.bytesWritten > 0) {
      socket.destroy()
      return
    }
    const { retryAfter } = problem.options
    writeRawRefusal(socket, {
      status: problem.status,
      headers: {
        ...headers,
        ...privateHeaders,
        ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      },
      body: JSON.stringify(describeProblem(problem, sourceLanguage, catalogues)),
    })
  }

  const limits = createConnectionLimits({
    ...options.limits,
    networkOf: ({ remoteAddress = '' }) =>
      options.isProxy(remoteAddress) ? undefined : clientNetwork(remoteAddress),
    refuse(socket, isFull) {
      if (isFull) noteFault('connections', {}, 'connections are refused: no more files may be open')
      refuseConnection(socket, new Problem('too_many_connections', 503, { retryAfter: 5 }))
    },
  })

  return {
    /** Creates the server, which passes requests without a cached response to `handle`. */
    create(handle: RequestListener): Server {
      const handleFew = limits.limitPipelining(answerDirectly(handle))
      const answer: RequestListener = (request, response) => {
        normalizeTarget(request)
        if (isDraining()) response.setHeader('connection', 'close')
        if (!serveCached(request, response)) handleFew(request, response)
      }
      const server = createServer(
        {
          // `limitBodies` applies the limit of each route.
          requestTimeout: longestBodySeconds * 1000,
          headersTimeout: 15_000,
          keepAliveTimeout: 20_000,
          // No stream for requests without a body, which is a fifth of the cost of a cached response.
          optimizeEmptyRequests: true,
          // Refused later, with a problem as the body.
          requireHostHeader: false,
        },
        answer,
      )
      // Node's own refusal would lack our headers; the expectation may be ignored (RFC 9110 §10.1.1).
      server.on('checkExpectation', answer)
      limits.attach(server)
      attach(server)
      return server
    },

    stopListening,
    endConnections,

    /** Answers what Node's parser could not parse. */
    refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
      if (error.code === 'ECONNRESET' || socket.destroyed) socket.destroy()
      else refuseConnection(socket, problemOf(error.code))
    },

    /** Answers a client that did not send the whole of its body in time. */
    refuseLate: (socket: Socket) => refuseConnection(socket, new Problem('request_timeout', 408)),
  }
}

function problemOf(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return new Problem('headers_too_large', 431)
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Problem('request_timeout', 408)
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return new Problem('payload_too_large', 413)
  return new Problem('bad_request', 400)
}
