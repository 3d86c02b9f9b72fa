import type { ServerResponse } from 'node:http'
import { formOf, type PlatformRequest, type SimulatorState, sendJson } from '../simulator.ts'
import { createAuthorizationCodes } from './authorization-code.ts'

interface OAuthPages {
  paths: { authorize: string; token: string; revoke: string }
  scopes: readonly string[]
  usesPkce: boolean
  clientAuthentication: 'basic' | 'post'
  /** In seconds. */
  expiresIn: number
  /** Whether a refresh token stays when it is used; else there is a new one. */
  keepsRefresh: boolean
  /** What the page needs besides what OAuth says. */
  parameters?: Readonly<Record<string, string>>
  /** How an application, a code and a refresh token that are not known are refused; as the standard says without. */
  refuseClient?(response: ServerResponse): void
  refuseCode?(response: ServerResponse): void
  refuseRefresh(response: ServerResponse): void
  /** The status of an answer that a token has been revoked. */
  revokedStatus: number
}

/** The page that asks the person, which agrees at once, and the endpoints of tokens and their revocation. */
export function createOAuthPages(state: SimulatorState, pages: OAuthPages) {
  const codes = createAuthorizationCodes(state.client)

  function authorize(response: ServerResponse, request: PlatformRequest) {
    const asked = request.url.searchParams
    const scopes = asked.get('scope')?.split(' ') ?? []
    const isWhole =
      asked.get('response_type') === 'code' &&
      pages.scopes.every((scope) => scopes.includes(scope)) &&
      Object.entries(pages.parameters ?? {}).every(([name, value]) => asked.get(name) === value) &&
      asked.has('code_challenge') === pages.usesPkce
    if (isWhole) codes.authorize(response, request)
    else response.writeHead(400).end('Something went wrong')
  }

  function isOurClient(request: PlatformRequest): boolean {
    const { id, secret } = state.client
    if (pages.clientAuthentication === 'post') return codes.isClient(formOf(request))
    return request.headers.authorization === `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
  }

  function refuseClient(response: ServerResponse) {
    if (pages.refuseClient) pages.refuseClient(response)
    else sendJson(response, 401, { error: 'invalid_client' })
  }

  function exchange(response: ServerResponse, form: URLSearchParams) {
    if (codes.redeem(form)) return sendTokens(response)
    if (pages.refuseCode) return pages.refuseCode(response)
    sendJson(response, 400, { error: 'invalid_grant', error_description: 'The code is not valid.' })
  }

  function sendTokens(response: ServerResponse, { isRenewal = false } = {}) {
    const { accessToken, refreshToken } = state.tokens()
    sendJson(response, 200, {
      ...{ token_type: 'bearer', expires_in: pages.expiresIn, scope: pages.scopes.join(' ') },
      access_token: accessToken,
      ...(!(isRenewal && pages.keepsRefresh) && { refresh_token: refreshToken }),
    })
  }

  function giveTokens(response: ServerResponse, request: PlatformRequest) {
    if (!isOurClient(request)) return refuseClient(response)
    const form = formOf(request)
    if (form.get('grant_type') === 'authorization_code') return exchange(response, form)
    if (form.get('grant_type') !== 'refresh_token')
      return sendJson(response, 400, { error: 'unsupported_grant_type' })
    if (!state.acceptsRefresh(form.get('refresh_token'))) return pages.refuseRefresh(response)
    state.renew({ keepsRefresh: pages.keepsRefresh })
    state.counts.renewals += 1
    sendTokens(response, { isRenewal: true })
  }

  function revoke(response: ServerResponse, request: PlatformRequest) {
    if (!isOurClient(request)) return refuseClient(response)
    const token = formOf(request).get('token') ?? ''
    if (state.acceptsRefresh(token)) state.renew()
    else if (state.accepts(token)) state.expireToken()
    state.counts.revocations += 1
    sendJson(response, pages.revokedStatus, { revoked: true })
  }

  /** Answers a request to one of its addresses; whether it was one. */
  return (response: ServerResponse, request: PlatformRequest): boolean => {
    const { authorize: page, token, revoke: end } = pages.paths
    const { pathname } = request.url
    if (pathname === page && request.method === 'GET') authorize(response, request)
    else if (pathname === token && request.method === 'POST') giveTokens(response, request)
    else if (pathname === end && request.method === 'POST') revoke(response, request)
    else return false
    return true
  }
}
