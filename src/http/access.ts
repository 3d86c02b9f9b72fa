import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Role, User } from '#features/accounts/contract.ts'
import { Problem } from '#shared/problem.ts'

/** Who may call a route: anyone, or those signed in with at least this role. */
export type Access = 'public' | Role

/** A signed-in person and the session that says so. */
export interface SignedIn {
  user: User
  sessionId: string
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route. Every route says so; the server does not start with one that does not. */
    access?: Access
  }
  interface FastifyRequest {
    /** The person behind a valid bearer token, on routes that ask for one or were sent one. */
    signedIn: SignedIn | undefined
  }
}

const rank: Record<Role, number> = { viewer: 1, editor: 2, admin: 3 }

/** Reads the bearer token of a request (RFC 6750 §2.1). */
export function findBearerToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  return header && /^bearer /i.test(header) ? header.slice(7).trim() : undefined
}

/** Whether an address belongs to the API. */
export function isApiAddress(url: string): boolean {
  return /^\/api(\/|\?|$)/.test(url)
}

/**
 * Lets a request through only to whom its route is for, before its body is read. `findSession` answers who a token
 * belongs to, if it is valid; `admit` throws when the client has asked too often.
 */
export function guardRoutes(
  server: FastifyInstance,
  findSession: (token: string) => Promise<SignedIn | undefined>,
  admit: (request: FastifyRequest) => void,
): void {
  server.decorateRequest('signedIn', undefined)
  server.addHook('onRoute', (route) => {
    // The plugin that serves files makes its own routes.
    if (route.url.startsWith('/assets/')) route.config = { ...route.config, access: 'public' }
    if (route.config?.access === undefined) {
      throw new Error(`${route.method} ${route.url} does not say who may call it`)
    }
  })
  server.addHook('onRequest', async (request) => {
    // Only the API knows sessions; nothing else may need the database for a header that it ignores.
    if (!isApiAddress(request.url)) return
    const access = request.routeOptions.config?.access ?? 'public'
    const token = findBearerToken(request)
    if (token) request.signedIn = await findSession(token)
    // Before any refusal, so that guessing tokens is rationed too.
    admit(request)
    if (access === 'public') return
    if (!token) throw new Problem('unauthorized', 401)
    if (!request.signedIn) throw new Problem('session_expired', 401)
    if (rank[request.signedIn.user.role] < rank[access]) throw new Problem('forbidden', 403)
  })
}

/** Who is signed in, on a route that only those signed in can reach. */
export function getSignedIn(request: FastifyRequest): SignedIn {
  if (!request.signedIn) throw new Problem('unauthorized', 401)
  return request.signedIn
}
