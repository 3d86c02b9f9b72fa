import type { ServerResponse } from 'node:http'
import type { PlatformEndpoints } from '#features/social/platforms/endpoints.ts'
import { createAuthorizationCodes } from './protocol/authorization-code.ts'
import {
  createSimulatorState,
  formOf,
  type PlatformRequest,
  type PlatformSimulator,
  sendJson,
  startPlatformServer,
} from './simulator.ts'

const throttled = 'too many requests from this IP, more requests available in 300 seconds'

/**
 * Stack Exchange with one user of Stack Overflow. Nothing is published by it; faults are those of reading the user.
 * https://api.stackexchange.com/docs
 */
export async function startStackoverflowSimulator(): Promise<
  PlatformSimulator & { endpoints: PlatformEndpoints['stackoverflow'] }
> {
  const state = createSimulatorState({ key: 'application-key-4321' })
  const codes = createAuthorizationCodes(state.client)

  const server = await startPlatformServer((response, request) => {
    const { pathname } = request.url
    if (pathname === '/oauth') return codes.authorize(response, request)
    if (pathname === '/oauth/access_token/json') return giveTokens(response, request)
    const [, token] = /^\/2\.3\/access-tokens\/([^/]+)\/invalidate$/.exec(pathname) ?? []
    if (token) return invalidate(response, decodeURIComponent(token))
    if (pathname === '/2.3/me') return describe(response, request.url.searchParams)
    fail(response, 404, 'no_method', 'no method found with this name')
  })

  const fail = (response: ServerResponse, id: number, name: string, message: string) =>
    sendJson(response, 400, { error_id: id, error_name: name, error_message: message })

  function giveTokens(response: ServerResponse, request: PlatformRequest) {
    const form = formOf(request)
    const given = codes.isClient(form) ? codes.redeem(form) : undefined
    if (!given)
      return sendJson(response, 400, { error: { type: 'OAuthException', message: 'Error validating code' } })
    const isLasting = given.scope.split(/[\s,]/).includes('no_expiry')
    sendJson(response, 200, {
      ...{ access_token: state.tokens().accessToken },
      ...(!isLasting && { expires: 86_400 }),
    })
  }

  function invalidate(response: ServerResponse, token: string) {
    if (state.accepts(token)) {
      state.counts.revocations++
      state.expireToken()
    }
    sendJson(response, 200, { items: [{ access_token: token }], has_more: false })
  }

  function describe(response: ServerResponse, query: URLSearchParams) {
    const fault = state.takeFault()
    if (fault === 'limited') return fail(response, 502, 'throttle_violation', throttled)
    if (fault === 'busy')
      return fail(response, 503, 'temporarily_unavailable', 'The service is being updated')
    if (query.get('site') !== 'stackoverflow') return fail(response, 400, 'bad_parameter', 'site is required')
    if (query.get('key') !== state.client.key) return fail(response, 405, 'key_required', 'key is required')
    if (!state.accepts(query.get('access_token') ?? undefined))
      return fail(response, 402, 'invalid_access_token', `not an access token: ${query.get('access_token')}`)
    const user = { user_id: 77, display_name: 'Ana &amp; &#233;quipe', reputation: 1204 }
    sendJson(response, 200, {
      items: [{ ...user, link: 'https://stackoverflow.com/users/77/ana' }],
      ...{ has_more: false, quota_max: 10_000, quota_remaining: 9_990 },
    })
  }

  return Object.assign(state, {
    ...{ origin: server.origin, received: server.received, close: server.close },
    endpoints: { site: server.origin, api: server.origin },
    grant: () => ({
      ...{ accessToken: state.tokens().accessToken, refreshToken: null, expiresAt: null },
      ...{ refreshExpiresAt: null, scopes: null },
    }),
  })
}
