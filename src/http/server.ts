import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import cookie from '@fastify/cookie'
import underPressure from '@fastify/under-pressure'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import type { Catalogues } from '#platform/catalogues.ts'
import type { Logger } from '#platform/log.ts'
import { fallbackLanguage, findAcceptedLanguage, type Language, sourceLanguage } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import { guardRoutes, type SignedIn } from './access.ts'
import { limitBodyTime } from './body-time.ts'
import { type ClientAddress, clientNetwork } from './client-address.ts'
import { type PageCache, writeKeptAnswer } from './page-cache.ts'
import { describeProblem, findProblem, problemContentType, refusedFields } from './problem-details.ts'
import type { Quota } from './quota.ts'
import { findTargetFault, isRedirectTarget, normalizeTarget } from './request-target.ts'
import { contentSecurityPolicy, privateHeaders } from './security-headers.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The content type a route takes, for the refusal of others; JSON unless said otherwise. */
    expects?: string
    /** Seconds that its body may take to arrive; half a minute unless said otherwise. */
    bodySeconds?: number
  }
  interface FastifyRequest {
    /** The network that counts as one client; never logged or stored as it is. */
    client: string
    /** The language that an answer of the API is written in. */
    language: Language
  }
}

export interface ServerOptions {
  log: Logger
  catalogues: Catalogues
  cache: PageCache
  quota: Quota
  clientAddress: ClientAddress
  /** Headers that every answer carries. */
  headers: Record<string, string>
  findSession: (token: string) => Promise<SignedIn | undefined>
  /** The key under which a kept answer to this request would be found, if it is one that may be kept. */
  findKey: (request: IncomingMessage) => string | undefined
  /** Answers a visitor, rather than a program, with an error page. */
  sendErrorPage: (request: FastifyRequest, reply: FastifyReply, problem: Problem) => Promise<void>
}

// How long requests may take to finish while the server stops, in milliseconds.
const patience = 10_000
// Imported as a module, node:http would load the whole of fetch and WebSocket with it, which nothing here uses:
// 12 MB and 25 ms.
const { createServer } = process.getBuiltinModule('node:http')
const apiPath = /^\/(api|lang)(\/|$|\?)/
/** Where needless encoding is refused rather than redirected. */
const strictPath = /^\/(api|lang|admin)(\/|$|\?)/

/** What the matched route is called, such as `/api/leads/:id`; the address itself where there is none. */
const routeOf = (request: FastifyRequest) => request.routeOptions.url ?? request.url
/** Whether programs ask here, who are answered with problems rather than pages. */
const isForPrograms = (request: FastifyRequest) => apiPath.test(routeOf(request))

/**
 * The HTTP server without its routes. Kept answers are looked up before anything else runs; every other request is
 * counted against its client's hour, guarded, validated, and refused as RFC 9457 or as a page of the site.
 */
export async function createHttpServer(options: ServerOptions): Promise<FastifyInstance> {
  const { log, catalogues, cache, quota, clientAddress, headers, findKey } = options

  function serveKept(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const key = findKey(request)
    const isApi = key !== undefined && apiPath.test(key)
    if (isApi && request.headers.authorization !== undefined) return false
    const kept = key === undefined ? undefined : cache.find(key)
    if (!kept) return false
    // A client past its hour is refused by the full path, which knows how.
    if (isApi && quota.take(clientNetwork(clientAddress(request))) > 0) return false
    writeKeptAnswer(request, response, kept)
    return true
  }

  function prepare(request: FastifyRequest, reply: FastifyReply): void {
    reply.headers(headers)
    reply.header('x-request-id', request.id)
    request.client = clientNetwork(clientAddress(request.raw))
    request.language = apiLanguage(request.headers['accept-language'])
  }

  const loggerInstance: FastifyBaseLogger = log
  const server = Fastify({
    serverFactory: (handler) =>
      createServer(
        {
          // For the longest that a route may allow; each has its own limit below.
          requestTimeout: 15 * 60_000,
          headersTimeout: 15_000,
          keepAliveTimeout: 20_000,
          // No stream is made for a body that cannot come, which is a fifth of the cost of a kept answer.
          optimizeEmptyRequests: true,
          // Refused below, in a sentence.
          requireHostHeader: false,
        },
        (request, response) => {
          normalizeTarget(request)
          if (!serveKept(request, response)) handler(request, response)
        },
      ),
    loggerInstance,
    // One line a request, written below when it is answered.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomBytes(9).toString('base64url'),
    bodyLimit: 64 * 1024,
    // Set below; without these Fastify would load compilers of its own, a megabyte and a half.
    schemaController: {
      compilersFactory: { buildValidator: () => setBelow, buildSerializer: () => setBelow },
    },
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => {
      // An address that cannot be read is refused before any hook has run.
      prepare(request, reply)
      return refuse(error, request, reply)
    },
  })

  server.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => (data) => {
    const result = schema.safeParse(data)
    if (result.success) return { value: result.data }
    // An address whose parameters cannot be right is one where nothing is.
    if (httpPart === 'params') return { error: new Problem('not_found', 404) }
    return { error: new Problem('validation_failed', 422, { fields: refusedFields(result.error.issues) }) }
  })
  server.setSerializerCompiler(serializerCompiler)
  // Nothing here takes plain text, which Fastify would otherwise read as if it were asked for.
  server.removeContentTypeParser('text/plain')

  await server.register(cookie)
  server.decorateRequest('client', '')
  server.decorateRequest('language', sourceLanguage)
  server.addHook('onRequest', async (request, reply) => {
    prepare(request, reply)
    if (!isForPrograms(request)) return
    reply.headers({
      'content-security-policy': contentSecurityPolicy(),
      vary: 'Accept-Language, Accept-Encoding',
    })
    reply.header('cache-control', 'no-store')
    reply.header('referrer-policy', 'no-referrer')
  })
  server.addHook('onRequest', async (request, reply) => {
    const fault = findTargetFault(request.raw)
    if (!fault) return
    // Mail programs encode links anew, so a page is found all the same. What is posted there is not redirected: mail
    // programs that unsubscribe by themselves follow no redirect (RFC 8058 §3.1).
    if (fault === 'host') throw new Problem('host_invalid', 400)
    if (fault === 'target') throw new Problem('bad_request', 400)
    if (strictPath.test(request.url)) throw new Problem('address_encoded', 400)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead && isRedirectTarget(request.url)) return reply.redirect(request.url, 301)
  })
  server.addHook('onResponse', async (request, reply) => {
    // The address itself is never logged: it may hold a personal token, or what someone searched for.
    const route = request.routeOptions.url ?? 'none'
    const milliseconds = Math.round(reply.elapsedTime)
    request.log.info(
      { method: request.method, route, status: reply.raw.statusCode, milliseconds },
      'answered',
    )
  })
  server.addHook('preParsing', (request, _reply, payload, done) => {
    limitBodyTime(request.raw, (request.routeOptions.config?.bodySeconds ?? 30) * 1000)
    // A body that is announced and does not come: its parser waits for an end, which has been already.
    const isOver = payload instanceof Readable && payload.readableEnded
    done(null, isOver ? Readable.from([]) : payload)
  })
  await server.register(underPressure, {
    maxEventLoopDelay: 3_000,
    sampleInterval: 500,
    retryAfter: 2,
    exposeStatusRoute: false,
    pressureHandler: (_request, _reply, _kind, delay) => {
      // Infinite means that nothing was measured since the last look, as when the machine itself stood still for it.
      if (delay === Infinity) return
      throw new Problem('overloaded', 503, { retryAfter: 2 })
    },
  })
  guardRoutes(server, options.findSession, (request, signedIn) => {
    // The team's own work is not limited; whoever is not signed in is.
    const isLimited = !signedIn && /^\/api(\/|$|\?)/.test(routeOf(request))
    const wait = isLimited ? quota.take(request.client) : 0
    if (wait > 0) throw new Problem('rate_limited', 429, { retryAfter: wait })
  })

  async function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const problem = findProblem(error) ?? new Problem('internal', 500)
    if (problem.status >= 500) request.log.error({ err: error }, 'a request failed')
    if (problem.code === 'unsupported_media_type') {
      const { expects = 'application/json' } = request.routeOptions.config ?? {}
      return send(new Problem(problem.code, 415, { params: { expected: expects } }), request, reply)
    }
    return send(problem, request, reply)
  }

  async function send(problem: Problem, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { retryAfter } = problem.options
    reply.headers(headers)
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
    if (problem.status === 401) reply.header('www-authenticate', 'Bearer')
    if (!isForPrograms(request)) return options.sendErrorPage(request, reply, problem)
    reply.headers({ ...privateHeaders, 'content-security-policy': contentSecurityPolicy() })
    reply.status(problem.status).header('content-type', problemContentType)
    // Written out here, because a route's own schemas describe its successes only.
    reply.serializer((body) => JSON.stringify(body))
    await reply.send(describeProblem(problem, request.language, catalogues))
  }

  server.addHook('preClose', async () => {
    // Node closes the connections that are idle now, but would wait for those that become idle later.
    const idle = setInterval(() => server.server.closeIdleConnections(), 50)
    // Who has not finished by then would take the time that is left for the rest: jobs and the database.
    const late = setTimeout(() => server.server.closeAllConnections(), patience)
    server.server.once('close', () => {
      clearInterval(idle)
      clearTimeout(late)
    })
  })
  server.setErrorHandler(refuse)
  server.setNotFoundHandler((request, reply) => send(new Problem('not_found', 404), request, reply))
  return server
}

function setBelow(): never {
  throw new Error('no schema is compiled before its compiler is set')
}

/** The language of an API answer: the asker's, English when we do not have it, Spanish when any will do. */
function apiLanguage(header: string | undefined): Language {
  if (!header || header.trim() === '*') return sourceLanguage
  return findAcceptedLanguage(header) ?? fallbackLanguage
}
