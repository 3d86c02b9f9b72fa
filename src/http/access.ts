import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Language } from '#shared/languages.ts'
import { isAllowed, type Permission } from '#shared/permissions.ts'
import { Problem } from '#shared/problem.ts'
import { knowsLanguage, type Member } from '#shared/roles.ts'
import type { SignedInUser } from '#shared/user.ts'

/**
 * Who may call a route: everyone; everyone, with a valid token being read (`optional`); signed-in users with a permission;
 * or those and a program with a token that the operator has configured.
 */
export type Access = 'public' | 'optional' | Permission | PermissionOrToken

/** Allows a program with the operator's `token`, besides the users with a permission. */
export interface PermissionOrToken {
  readonly permission: Permission
  readonly token: string | undefined
}

/** A signed-in user and their session, or a program with an API key or the reader of a shared link and whose it is. */
export interface SignedIn {
  user: SignedInUser & Pick<Member, 'scopes'>
  /** The id of the session, of the key or of the link. */
  sessionId: string
  /** Of a program. */
  keyId?: string
  /** Of a reader who may be anybody. */
  linkId?: string
  /** When this session's user last gave their password. */
  passwordConfirmedAt: Date
}

/** A route as it was declared. */
export interface DeclaredRoute {
  method: string
  /** Its pattern, such as `/api/leads/:id`. */
  url: string
  access: Access
}

/** The languages of what a request changes, found once its body has been checked. */
export type ChangedLanguages<Request = FastifyRequest> =
  | 'any'
  | ((request: Request) => readonly Language[] | Promise<readonly Language[]>)

/** What the tokens of API keys begin with. */
export const keyPrefix = 'firmeza_'
/** What the tokens of shared links begin with. */
export const linkPrefix = 'shared_'

const signedInKey = Symbol('signed in')
// How long a password counts as recently given, in milliseconds.
const recentPassword = 15 * 60_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route. The server does not start with a route that does not say so. */
    access?: Access
    /**
     * The languages of what a request changes, on a route that translators may call; they are refused others. `any` where
     * a change is of no language. The server does not start with such a route that does not say so.
     */
    languages?: ChangedLanguages
    /** Whether open windows call it without an action of the user, so that a call does not count as a use of the session. */
    isAutomatic?: boolean
  }
  interface FastifyInstance {
    /** Every declared route with its access. */
    declaredRoutes: DeclaredRoute[]
  }
  interface FastifyRequest {
    [signedInKey]: SignedIn | undefined
  }
}

/** Reads the bearer token of a request (RFC 6750 §2.1). */
export function findBearerToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  return header && /^bearer /i.test(header) ? header.slice(7).trim() : undefined
}

/** Whether a token is the expected one, in constant time. False when none is expected. */
export function isSameToken(given: string | undefined, expected: string | undefined): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return given !== undefined && expected !== undefined && timingSafeEqual(digest(given), digest(expected))
}

/**
 * Checks that the user may call the matched route, before the body is read. The check depends on the route, never on the
 * address, so no spelling of an address bypasses it. `findSession` returns the owner of a valid token; `isUse` says whether
 * the request counts as a use of the session. `checkRate` throws when the client has sent too many requests.
 */
export function guardRoutes(
  server: FastifyInstance,
  findSession: (token: string, isUse: boolean) => Promise<SignedIn | undefined>,
  checkRate: (request: FastifyRequest, signedIn: SignedIn | undefined) => Promise<void>,
  now: () => Date,
): void {
  server.decorateRequest(signedInKey, undefined)
  server.decorate('declaredRoutes', [])
  server.addHook('onRoute', (route) => {
    // The routes of @fastify/static cannot declare an access.
    if (route.url.startsWith('/assets/')) route.config = { ...route.config, access: 'public' }
    const { method, url, config } = route
    const access = config?.access
    if (access === undefined) throw new Error(`${method} ${url} does not say who may call it`)
    if (permissionOf(access)?.least === 'translator' && config?.languages === undefined) {
      throw new Error(`${method} ${url} does not say which languages it changes`)
    }
    for (const one of [method].flat()) server.declaredRoutes.push({ method: one, url, access })
  })
  server.addHook('onRequest', async (request) => {
    const access = accessOf(request)
    // Public routes ignore the token, so that they need no database query.
    const token = access === 'public' ? undefined : findBearerToken(request)
    // Programs of the operator are not rate-limited.
    if (isTokenAccess(access) && isSameToken(token, access.token)) return
    if (token) request[signedInKey] = await findSession(token, !request.routeOptions.config.isAutomatic)
    // Before any refusal, so that guessing tokens is rate-limited too.
    await checkRate(request, request[signedInKey])
    if (access === 'public' || access === 'optional') return
    if (!token) throw new Problem('unauthorized', 401)
    const signedIn = request[signedInKey]
    if (!signedIn) throw new Problem(refusals[kindOfToken(token)], 401)
    const permission = findPermission(request)
    // A route without a declared access is closed to everyone.
    if (!permission) throw new Problem('forbidden', 403)
    if (signedIn.keyId !== undefined) requireScope(signedIn, permission)
    if (!isAllowed(signedIn.user, permission)) throw new Problem('forbidden', 403)
    if (permission.recentPassword) requireRecentPassword(signedIn, now())
  })
  server.addHook('preHandler', async (request) => {
    const user = request[signedInKey]?.user
    const { languages } = request.routeOptions.config
    if (!user || user.languages === null || typeof languages !== 'function') return
    const changed = await languages(request)
    if (changed.some((language) => !knowsLanguage(user, language)))
      throw new Problem('language_not_yours', 403)
  })
}

const refusals = { session: 'session_expired', key: 'api_key_refused', link: 'report_link_ended' } as const

/** What a token says that it is, whether or not it is valid. */
export function kindOfToken(token: string): 'session' | 'key' | 'link' {
  if (token.startsWith(keyPrefix)) return 'key'
  return token.startsWith(linkPrefix) ? 'link' : 'session'
}

/** @throws {Problem} 403 when a permission is for people alone, or a key was made without it */
function requireScope({ user: { scopes } }: SignedIn, { action, allowsKeys }: Permission): void {
  if (!allowsKeys) throw new Problem('not_for_keys', 403)
  if (!scopes?.includes(action)) throw new Problem('key_scope_missing', 403, { params: { scope: action } })
}

/** @throws {Problem} 403 when the password was last given more than a quarter of an hour ago, and to programs */
export function requireRecentPassword({ passwordConfirmedAt, keyId }: SignedIn, now: Date): void {
  if (keyId !== undefined) throw new Problem('not_for_keys', 403)
  if (now.getTime() - passwordConfirmedAt.getTime() <= recentPassword) return
  const code = 'password_confirmation_required'
  throw new Problem(code, 403, { extra: { code } })
}

/** The permission that the matched route asks for, if it asks for one. */
export function findPermission(request: FastifyRequest): Permission | undefined {
  return permissionOf(accessOf(request))
}

function permissionOf(access: Access | undefined): Permission | undefined {
  if (access === 'public' || access === 'optional') return undefined
  return isTokenAccess(access) ? access.permission : access
}

/** The user of a request with a valid token, on a route that is not public. For `defineRoutes` only. */
export function findSignedIn(request: FastifyRequest): SignedIn | undefined {
  return request[signedInKey]
}

/** The access of the matched route. An address without a route is public: everyone gets 404. */
function accessOf(request: FastifyRequest): Access | undefined {
  return request.is404 ? 'public' : request.routeOptions.config.access
}

function isTokenAccess(access: Access | undefined): access is PermissionOrToken {
  return typeof access === 'object' && 'token' in access
}
