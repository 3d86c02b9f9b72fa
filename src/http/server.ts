import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import cookie from '@fastify/cookie'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { limitBodyTime } from '#http/limits/body-time.ts'
import { watchEventLoop } from '#http/limits/event-loop-delay.ts'
import type { Quota } from '#http/limits/quota.ts'
import { createRateLimits } from '#http/limits/rate-limits.ts'
import type { Clock } from '#platform/clock.ts'
import type { Logger } from '#platform/log.ts'
import { fallbackLanguage, findAcceptedLanguage, type Language, sourceLanguage } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import { guardRoutes, type SignedIn } from './access.ts'
import { type ClientAddress, clientNetwork } from './client-address.ts'
import { createNodeServer, type NodeServerOptions } from './node-server.ts'
import { type PageCache, writeCachedResponse } from './page-cache.ts'
import { describeProblem, findProblem, problemContentType, refusedFields } from './problem-details.ts'
import { type ActionLog, recordActions } from './recorded-actions.ts'
import { findTargetFault, isRedirectTarget } from './request-target.ts'
import { contentSecurityPolicy, privateHeaders } from './security-headers.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The content type a route takes, for the refusal of others; JSON unless said otherwise. */
    expects?: string
    /** Seconds that its body may take to arrive; half a minute unless said otherwise. */
    bodySeconds?: number
    /** Whether the route answers even while the process is overloaded. */
    isVital?: boolean
  }
  interface FastifyRequest {
    /** The network that counts as one client; never logged or stored as it is. */
    client: string
    /** The language that an answer of the API is written in. */
    language: Language
  }
}

export interface HttpServerOptions extends Omit<NodeServerOptions, 'serveCached'> {
  log: Logger
  cache: PageCache
  quota: Quota
  /** Requests a minute and client for pages that are not cached; 0 means unlimited. */
  pagesPerMinute: number
  clientAddress: ClientAddress
  findSession: (token: string, isUse: boolean) => Promise<SignedIn | undefined>
  /** Where actions that ask for the password are recorded. */
  actionLog: ActionLog
  clock: Clock
  /** The key under which a cached response to this request would be found, if it is one that may be cached. */
  findKey: (request: IncomingMessage) => string | undefined
  /** Answers a visitor, rather than a program, with an error page. */
  sendErrorPage: (request: FastifyRequest, reply: FastifyReply, problem: Problem) => Promise<void>
}

// How long requests may take to finish while the server stops, in milliseconds.
const stopTimeout = 10_000
const apiPath = /^\/(api|lang)(\/|$|\?)/
/** Where needless encoding is refused rather than redirected. */
const strictPath = /^\/(api|lang|admin)(\/|$|\?)/

/** What the matched route is called, such as `/api/leads/:id`; the address itself where there is none. */
const routeOf = (request: FastifyRequest) => request.routeOptions.url ?? request.url
/** Whether programs ask here, who are answered with problems rather than pages. */
const isForPrograms = (request: FastifyRequest) => apiPath.test(routeOf(request))
const isForApi = (request: FastifyRequest) => /^\/api(\/|$|\?)/.test(routeOf(request))

/**
 * The HTTP server without its routes. Cached responses are looked up before anything else runs; every other request is
 * held to its route's rate limit, guarded, validated, and refused as RFC 9457 or as a page of the site.
 */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const { log, headers, clientAddress } = options
  const node = createNodeServer({ ...options, serveCached: createCachedServing(options) })
  const refuse = createRefusals(options)

  function prepare(request: FastifyRequest, reply: FastifyReply): void {
    reply.headers(headers)
    reply.header('x-request-id', request.id)
    request.client = clientNetwork(clientAddress(request.raw))
    request.language = apiLanguage(request.headers['accept-language'])
  }

  const loggerInstance: FastifyBaseLogger = log
  const server = Fastify({
    serverFactory: (handle) => node.create(handle),
    clientErrorHandler: (error, socket) => node.refuseUnreadable(error, socket),
    loggerInstance,
    // One line a request, written below when it is answered.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomBytes(9).toString('base64url'),
    bodyLimit: 64 * 1024,
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
      ...privateHeaders,
      'content-security-policy': contentSecurityPolicy(),
      vary: 'Accept-Language, Accept-Encoding',
    })
  })
  server.addHook('onRequest', checkTarget)
  shedLoad(server)
  guardRoutes(server, options.findSession, createRateLimits({ ...options, isForApi }), () =>
    options.clock.now(),
  )
  recordActions(server, options.actionLog)
  server.addHook('preParsing', (request, _reply, payload, done) => {
    const { bodySeconds = 30 } = request.routeOptions.config ?? {}
    limitBodyTime(request.raw, bodySeconds * 1000, node.refuseLate)
    // A body that is announced and does not come: its parser waits for an end, which has been already.
    const isOver = payload instanceof Readable && payload.readableEnded
    done(null, isOver ? Readable.from([]) : payload)
  })
  logRequests(server)
  closeConnectionsOnStop(server)
  server.setErrorHandler(refuse)
  server.setNotFoundHandler((request, reply) => refuse(new Problem('not_found', 404), request, reply))
  return server
}

/** Logs one line for each request, with its route: the address itself may hold a token, or what someone searched for. */
function logRequests(server: FastifyInstance): void {
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const milliseconds = Math.round(reply.elapsedTime)
    request.log.info(
      { method: request.method, route, status: reply.raw.statusCode, milliseconds },
      'answered',
    )
  })
}

/** Serves cached responses. Those of the API count in the client's hour, and are not for those who bring a token. */
function createCachedServing({ cache, quota, clientAddress, findKey }: HttpServerOptions) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    // A request with a fault is refused or redirected by the full path.
    if ((request.method !== 'GET' && request.method !== 'HEAD') || findTargetFault(request)) return false
    const key = findKey(request)
    const isApi = key !== undefined && apiPath.test(key)
    if (isApi && request.headers.authorization !== undefined) return false
    const cached = key === undefined ? undefined : cache.find(key)
    if (!cached) return false
    // A client past its hour is refused by the full path, which knows how.
    if (isApi && quota.take(clientNetwork(clientAddress(request))) > 0) return false
    writeCachedResponse(request, response, cached)
    return true
  }
}

/** Refuses or redirects a request whose target is not in its one spelling. */
async function checkTarget(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const fault = findTargetFault(request.raw)
  if (!fault) return
  if (fault === 'host') throw new Problem('host_invalid', 400)
  if (fault === 'target') throw new Problem('bad_request', 400)
  if (strictPath.test(request.url)) throw new Problem('address_encoded', 400)
  // Mail programs encode links anew, so a page is found all the same. What is posted there is not redirected: mail
  // programs that unsubscribe by themselves follow no redirect (RFC 8058 §3.1).
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isRead && isRedirectTarget(request.url)) return reply.redirect(request.url, 301)
}

/** Refuses what is neither cached nor vital while the event loop is late. */
function shedLoad(server: FastifyInstance): void {
  const eventLoop = watchEventLoop()
  server.addHook('onClose', async () => eventLoop.stop())
  server.addHook('onRequest', async (request) => {
    if (!eventLoop.isOverloaded() || request.routeOptions.config?.isVital) return
    throw new Problem('overloaded', 503, { retryAfter: 2 })
  })
}

/** Turns whatever was thrown into a refusal that the asker can read. */
function createRefusals({ catalogues, headers, sendErrorPage, countRefusal }: HttpServerOptions) {
  async function send(problem: Problem, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { retryAfter } = problem.options
    if (problem.status === 429 || problem.status === 503) countRefusal(problem.code)
    reply.headers(headers)
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
    if (problem.status === 401) reply.header('www-authenticate', 'Bearer')
    if (!isForPrograms(request)) return sendErrorPage(request, reply, problem)
    reply.headers({ ...privateHeaders, 'content-security-policy': contentSecurityPolicy() })
    reply.status(problem.status).header('content-type', problemContentType)
    // Written out here, because a route's own schemas describe its successes only.
    reply.serializer((body) => JSON.stringify(body))
    await reply.send(describeProblem(problem, request.language, catalogues))
  }

  return async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    // A client that goes while it sends has a connection error, as a lost database has; nobody reads the answer.
    const isGone = error === request.raw.errored
    const problem = isGone
      ? new Problem('bad_request', 400)
      : (findProblem(error) ?? new Problem('internal', 500))
    // Shedding load is no fault, and writing a line for each would add to it: the metrics count them.
    if (problem.status >= 500 && problem.code !== 'overloaded') {
      request.log.error({ err: error }, 'a request failed')
    }
    if (problem.code === 'unsupported_media_type') {
      const { expects = 'application/json' } = request.routeOptions.config ?? {}
      return send(new Problem(problem.code, 415, { params: { expected: expects } }), request, reply)
    }
    return send(problem, request, reply)
  }
}

/** Ends connections while the server stops, those that are idle first. */
function closeConnectionsOnStop(server: FastifyInstance): void {
  server.addHook('preClose', async () => {
    // Node closes the connections that are idle now, but would wait for those that become idle later.
    const idle = setInterval(() => server.server.closeIdleConnections(), 50)
    // Who has not finished by then would take the time that is left for the rest: jobs and the database.
    const late = setTimeout(() => server.server.closeAllConnections(), stopTimeout)
    server.server.once('close', () => {
      clearInterval(idle)
      clearTimeout(late)
    })
  })
}

/** The language of an API answer: the asker's, English when we do not have it, Spanish when any will do. */
function apiLanguage(header: string | undefined): Language {
  if (!header || header.trim() === '*') return sourceLanguage
  return findAcceptedLanguage(header) ?? fallbackLanguage
}
