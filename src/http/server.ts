import { randomBytes } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
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
import { answerDirectly, type DirectRoute } from '#http/direct/direct-routes.ts'
import type { EdgeRules } from '#http/edge/edge-headers.ts'
import { refuseCopies } from '#http/edge/edge-refusals.ts'
import { limitBodies } from '#http/limits/body-time.ts'
import { limitDatabaseWaits } from '#http/limits/database-waits.ts'
import { watchEventLoop } from '#http/limits/event-loop-delay.ts'
import type { Quota } from '#http/limits/quota.ts'
import { createRateLimits } from '#http/limits/rate-limits.ts'
import { closeUnreadBodies } from '#http/limits/unread-body.ts'
import { isOwnRequest } from '#http/own-requests/own-requests.ts'
import { allowOrigins } from '#http/public-api/cors.ts'
import { offerDebugMode } from '#http/public-api/debug-mode.ts'
import { traceRequests } from '#http/tracing/request-spans.ts'
import type { Catalogues, Translate } from '#platform/catalogues.ts'
import type { Clock } from '#platform/clock.ts'
import { countAsWait } from '#platform/database/wait-limit.ts'
import type { Revision } from '#platform/revision.ts'
import { fallbackLanguage, findAcceptedLanguage, type Language, sourceLanguage } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import { findSignedIn, guardRoutes, type SignedIn } from './access.ts'
import { nameAuthors } from './change-author.ts'
import { type ClientAddress, clientNetwork } from './client-address.ts'
import { createNodeServer, type NodeServerOptions } from './node-server.ts'
import { type PageCache, writeCachedResponse } from './page-cache.ts'
import {
  describeProblem,
  findProblem,
  type ProblemDetails,
  problemContentType,
  refusedFields,
} from './problem-details.ts'
import { type ActionLog, recordActions } from './recorded-actions.ts'
import { readLocalizedPath } from './request-language.ts'
import { findTargetFault, isRedirectTarget } from './request-target.ts'
import { contentSecurityPolicy, privateHeaders } from './security-headers.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The content type that a route accepts, for the refusal of others; JSON by default. */
    expects?: string
    /** Whether it is for programs of others, and closed to all but signed-in users when the API is. */
    isPublicApi?: boolean
    /** Further members of the refusals of a route, for clients that read those instead (RFC 9457 §3.2). */
    describeRefusal?: (details: ProblemDetails, problem: Problem, t: Translate) => Record<string, unknown>
    /** Whether the route answers even while the process is overloaded. */
    isVital?: boolean
    /** Whether the route answers even while the data of the installation is being replaced: it reads none of it. */
    isInMaintenance?: boolean
  }
  interface FastifyInstance {
    /** Accepts connections for `delay` milliseconds more, and then none. */
    stopListening(delay: number): Promise<void>
    /** Resolves once no connection is left; between `stopListening` and `close`. */
    endConnections(): Promise<void>
  }
  interface FastifyRequest {
    /** The network that counts as one client; never logged, and stored only as a hash. */
    client: string
    /** The language of the API's response. */
    language: Language
    /** The language of a page: of the address, else of the visitor, else the default one. */
    readonly pageLanguage: Language
  }
}

/** What admins decide about the API while it runs. */
interface PublicApiOptions {
  /** Whether programs may call the public API. */
  isApiOpen(): boolean
  /** The origins whose pages may call the API; `*` for all. */
  listOrigins(): readonly string[]
  isDebugging(): boolean
}

export interface HttpServerOptions
  extends PublicApiOptions,
    Omit<NodeServerOptions, 'serveCached' | 'answerDirectly'> {
  cache: PageCache
  /** What responses tell a cache in front of the product; undefined when there is none. */
  edge: EdgeRules | undefined
  directRoutes: readonly DirectRoute[]
  /** Measures the answer of a direct route, in seconds. */
  measureDirect: (route: string, status: number, seconds: number) => void
  /** Whether this process knows the newest settings and texts. */
  revision: Pick<Revision, 'isCurrent' | 'catchUp' | 'isUnderMaintenance'>
  quota: Quota
  /** How long a request may wait for the database, in milliseconds. */
  databaseWait: number
  /** Requests a minute and client for pages that are not cached; 0 means unlimited. */
  pagesPerMinute: number
  clientAddress: ClientAddress
  findSession: (token: string, isUse: boolean) => Promise<SignedIn | undefined>
  /** The log of actions that need a recent password. */
  actionLog: ActionLog
  clock: Clock
  /** The language of visitors who ask for none of ours. */
  defaultLanguage(): Language
  /** The cache key of a request whose response may be cached. */
  findKey: (request: IncomingMessage) => string | undefined
  /** Whether it answers others at all; if not, only what tells how the process is. Its own requests are always answered. */
  answersOthers: boolean
  /** Sends an error page to a visitor. */
  sendErrorPage: (request: FastifyRequest, reply: FastifyReply, problem: Problem) => Promise<void>
}

type EventLoop = ReturnType<typeof watchEventLoop>

// How long requests may take to finish while the server stops, in milliseconds. Leaves time for jobs and the database.
const stopTimeout = 10_000
const apiPath = /^\/(api|lang)(\/|$|\?)/
const filePath = /^\/(credentials\/|ledger\/|\.well-known\/did\.json)/
/** Where needless encoding is refused instead of redirected. */
const strictPath = /^\/(api|lang|admin)(\/|$|\?)/

/** The pattern of the matched route, such as `/api/leads/:id`; the address itself when there is none. */
const routeOf = (request: FastifyRequest) => request.routeOptions.url ?? request.url
/** Whether the route is for programs, which get problems instead of error pages. */
const isForPrograms = (request: FastifyRequest) => apiPath.test(routeOf(request))
/** Whether the address is that of a file for programs, such as a credential. */
const isFile = (request: FastifyRequest) => filePath.test(request.url)
const isForApi = (request: FastifyRequest) => /^\/api(\/|$|\?)/.test(routeOf(request))

/**
 * Creates the HTTP server without its routes. Cached responses are looked up before anything else runs. For every other
 * request the server checks rate limit, access and schema; errors are RFC 9457 problems or error pages of the site.
 */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const { log, headers, clientAddress } = options
  const eventLoop = watchEventLoop()
  const node = createNodeServer({
    ...options,
    serveCached: createCachedServing(options),
    answerDirectly: createDirectAnswers(options, eventLoop),
  })
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
    // `logRequests` writes one line per request.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomBytes(9).toString('base64url'),
    bodyLimit: 64 * 1024,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => {
      // An address that cannot be parsed is refused before any hook has run.
      prepare(request, reply)
      return refuse(error, request, reply)
    },
  })

  checkSchemas(server)
  server.setSerializerCompiler(serializerCompiler)
  // No route accepts plain text, which Fastify parses by default.
  server.removeContentTypeParser('text/plain')

  await server.register(cookie)
  server.decorateRequest('client', '')
  server.decorateRequest('language', sourceLanguage)
  server.decorateRequest('pageLanguage', {
    getter() {
      return readLocalizedPath(this.raw, options.defaultLanguage()).language
    },
  })
  traceRequests(server, options.isProxy)
  server.addHook('onRequest', async (request, reply) => {
    prepare(request, reply)
    if (!isForPrograms(request)) return
    reply.headers({
      ...privateHeaders,
      'content-security-policy': contentSecurityPolicy(),
      vary: 'Accept-Language, Accept-Encoding, Origin',
    })
  })
  if (!options.answersOthers) refuseOthers(server, options.catalogues)
  if (options.edge) refuseCopies(server, options.edge)
  server.addHook('onRequest', checkTarget)
  allowOrigins(server, { listOrigins: options.listOrigins, isForApi })
  offerDebugMode(server, { log, isDebugging: options.isDebugging, isForApi })
  closeUnreadBodies(server)
  limitDatabaseWaits(server, options.databaseWait)
  shedLoad(server, eventLoop)
  waitForRevision(server, options.revision)
  closeForMaintenance(server, options.revision)
  guardRoutes(server, options.findSession, createCallerChecks(options), () => options.clock.now())
  nameAuthors(server)
  recordActions(server, options.actionLog)
  limitBodies(server, node.refuseLate)
  logRequests(server)
  server.decorate('stopListening', node.stopListening)
  server.decorate('endConnections', () => node.endConnections(stopTimeout))
  server.setErrorHandler(refuse)
  server.setNotFoundHandler((request, reply) => refuse(new Problem('not_found', 404), request, reply))
  return server
}

/** Refuses requests that do not come from the process itself, but those about its health. */
function refuseOthers(server: FastifyInstance, catalogues: Catalogues): void {
  server.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config?.isVital || isOwnRequest(request.raw)) return
    const details = describeProblem(new Problem('not_found', 404), request.language, catalogues)
    return reply.status(404).header('content-type', problemContentType).send(JSON.stringify(details))
  })
}

/** Checks every part of a request by the schema of its route. */
function checkSchemas(server: FastifyInstance): void {
  server.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => (data) => {
    const result = schema.safeParse(data)
    if (result.success) return { value: result.data }
    // An address with invalid parameters is one that does not exist.
    if (httpPart === 'params') return { error: new Problem('not_found', 404) }
    return { error: new Problem('validation_failed', 422, { fields: refusedFields(result.error.issues) }) }
  })
}

/** Logs one line per request with its route, and the id of the API key or shared link that was used: the address itself may contain a token or a search. */
function logRequests(server: FastifyInstance): void {
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const milliseconds = Math.round(reply.elapsedTime)
    const { keyId: key, linkId: link } = findSignedIn(request) ?? {}
    request.log.info(
      { method: request.method, route, status: reply.raw.statusCode, milliseconds, key, link },
      'answered',
    )
  })
}

/** Waits until this process knows the newest settings and texts, and refuses requests while it cannot. */
function waitForRevision(server: FastifyInstance, revision: HttpServerOptions['revision']): void {
  server.addHook('onRequest', async (request) => {
    const { url, config } = request.routeOptions
    if (revision.isCurrent() || config?.isVital || url?.startsWith('/assets/')) return
    await countAsWait(revision.catchUp())
    if (!revision.isCurrent()) throw new Problem('overloaded', 503, { retryAfter: 2 })
  })
}

/** Refuses requests for data while that is being replaced. */
function closeForMaintenance(server: FastifyInstance, revision: HttpServerOptions['revision']): void {
  server.addHook('onRequest', async (request) => {
    if (!revision.isUnderMaintenance()) return
    const { url, config } = request.routeOptions
    if (config?.isVital || config?.isInMaintenance || url?.startsWith('/assets/')) return
    throw new Problem('maintenance', 503, { retryAfter: 15 })
  })
}

/** Creates the checks of a caller beside their permission: how often they call, and whether the API is open to them. */
function createCallerChecks(options: HttpServerOptions) {
  const checkRate = createRateLimits({ ...options, isForApi })
  return async (request: FastifyRequest, signedIn: SignedIn | undefined): Promise<void> => {
    await checkRate(request, signedIn)
    if (options.isApiOpen()) return
    const isProgram = signedIn
      ? signedIn.keyId !== undefined
      : request.routeOptions.config?.isPublicApi === true
    if (isProgram) throw new Problem('api_closed', 403)
  }
}

/** Answers requests of direct routes, where nothing speaks against it. */
function createDirectAnswers(options: HttpServerOptions, eventLoop: EventLoop) {
  const { log, headers, catalogues, databaseWait, clientAddress, countRefusal } = options
  const direct = {
    ...{ routes: options.directRoutes, headers, catalogues, databaseWait },
    isReady: (request: IncomingMessage) =>
      !findTargetFault(request) &&
      !eventLoop.isOverloaded() &&
      options.revision.isCurrent() &&
      !options.revision.isUnderMaintenance() &&
      !options.isDebugging(),
    clientOf: (request: IncomingMessage) => clientNetwork(clientAddress(request)),
    languageOf: (request: IncomingMessage) => apiLanguage(request.headers['accept-language']),
    note: (problem: Problem, error: unknown) => noteRefusal(problem, error, { log, countRefusal }),
    measure: options.measureDirect,
  }
  return (handle: RequestListener) => answerDirectly(direct, handle)
}

/** Serves cached responses. Those of the API count in the hourly limit, and are not used for requests with a token. */
function createCachedServing(options: HttpServerOptions) {
  const { cache, quota, clientAddress, findKey, isApiOpen, revision } = options
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    // A request with a fault is refused or redirected by Fastify's hooks.
    if ((request.method !== 'GET' && request.method !== 'HEAD') || findTargetFault(request)) return false
    if (revision.isUnderMaintenance()) return false
    const key = findKey(request)
    const isApi = key !== undefined && apiPath.test(key)
    // Fastify's hooks read the token, allow the origin, and refuse when the API is closed.
    if (isApi && (hasCaller(request) || !isApiOpen())) return false
    const cached = key === undefined ? undefined : cache.find(key)
    if (!cached) return false
    // Fastify's hooks refuse a client that has exceeded its hourly limit.
    if (isApi && quota.take(clientNetwork(clientAddress(request))) > 0) return false
    writeCachedResponse(request, response, cached)
    return true
  }
}

/** Whether a request comes with a token, or from the page of a site. */
function hasCaller({ headers }: IncomingMessage): boolean {
  return headers.authorization !== undefined || headers.origin !== undefined
}

/** Refuses or redirects a request whose target is not normalized. */
async function checkTarget(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const fault = findTargetFault(request.raw)
  if (!fault) return
  if (fault === 'host') throw new Problem('host_invalid', 400)
  if (fault === 'target') throw new Problem('bad_request', 400)
  if (strictPath.test(request.url)) throw new Problem('address_encoded', 400)
  // Mail programs encode links again, so reads are redirected. Posts are accepted as they are: mail programs that
  // unsubscribe by themselves follow no redirect (RFC 8058 §3.1).
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isRead && isRedirectTarget(request.url)) return reply.redirect(request.url, 301)
}

/** Refuses what is neither cached nor vital while the event loop is overloaded. */
function shedLoad(server: FastifyInstance, eventLoop: EventLoop): void {
  server.addHook('onClose', async () => eventLoop.stop())
  server.addHook('onRequest', async (request) => {
    if (!eventLoop.isOverloaded() || request.routeOptions.config?.isVital) return
    throw new Problem('overloaded', 503, { retryAfter: 2 })
  })
}

/** Creates the error handler: it answers errors with problems for programs and pages for visitors. */
function createRefusals({ catalogues, headers, sendErrorPage, countRefusal }: HttpServerOptions) {
  async function send(problem: Problem, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { retryAfter } = problem.options
    reply.headers(headers)
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
    if (problem.status === 401) reply.header('www-authenticate', 'Bearer')
    if (!isForPrograms(request) && !isFile(request)) return sendErrorPage(request, reply, problem)
    reply.headers({ ...privateHeaders, 'content-security-policy': contentSecurityPolicy() })
    reply.status(problem.status).header('content-type', problemContentType)
    // The schemas of a route describe its successful responses only.
    reply.serializer((body) => JSON.stringify(body))
    const details = describeProblem(problem, request.language, catalogues)
    const more = request.routeOptions.config?.describeRefusal
    await reply.send({ ...details, ...more?.(details, problem, catalogues.translator(request.language)) })
  }

  return async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    // The connection error of a client that disconnects while sending looks like that of a lost database.
    const isGone = error === request.raw.errored
    const problem = isGone
      ? new Problem('bad_request', 400)
      : (findProblem(error) ?? new Problem('internal', 500))
    noteRefusal(problem, error, { log: request.log, countRefusal })
    request.log.debug({ code: problem.code, fields: listRefused(problem) }, 'refused')
    if (problem.code === 'unsupported_media_type') {
      const { expects = 'application/json' } = request.routeOptions.config ?? {}
      return send(new Problem(problem.code, 415, { params: { expected: expects } }), request, reply)
    }
    return send(problem, request, reply)
  }
}

/** Counts a refusal that protects the process, and logs a failure. */
function noteRefusal(
  problem: Problem,
  error: unknown,
  { log, countRefusal }: { log: FastifyBaseLogger; countRefusal: HttpServerOptions['countRefusal'] },
): void {
  if (problem.status === 429 || problem.status === 503) countRefusal(problem.code)
  // Refusing load is no error, and logging each refusal would add load: the metrics count them.
  const isForeseen = problem.code === 'overloaded' || problem.code === 'maintenance'
  if (problem.status >= 500 && !isForeseen) log.error({ err: error }, 'a request failed')
}

/** The names of the refused fields that are ours: others may hold what a person has typed. */
function listRefused({ options: { fields = [] } }: Problem): string[] {
  return fields.map(({ field }) => field).filter((field) => /^[a-z_]{1,40}(\.\d+)*$/i.test(field))
}

/** The language of an API response: the requested one, English when we do not have it, Spanish when none is requested. */
function apiLanguage(header: string | undefined): Language {
  if (!header || header.trim() === '*') return sourceLanguage
  return findAcceptedLanguage(header) ?? fallbackLanguage
}
