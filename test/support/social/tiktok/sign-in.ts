import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { formOf, type PlatformRequest, type SimulatorState, sendJson } from '../simulator.ts'

export const tiktokScopes = ['user.info.basic', 'video.publish']

/** The page that asks the person, and the calls that give and revoke tokens. */
export function createTiktokSignIn(state: SimulatorState) {
  const codes = new Map<string, string>()

  const fail = (response: ServerResponse, error: string, description: string) =>
    sendJson(response, 400, { error, error_description: description, log_id: '20261128' })

  const sendTokens = (response: ServerResponse) =>
    sendJson(response, 200, {
      ...{ open_id: 'open-id', scope: tiktokScopes.join(','), token_type: 'Bearer' },
      ...{ access_token: state.tokens().accessToken, expires_in: 7_200 },
      ...{ refresh_token: state.tokens().refreshToken, refresh_expires_in: 15_552_000 },
    })

  const knowsClient = (form: URLSearchParams) =>
    form.get('client_key') === state.client.id && form.get('client_secret') === state.client.secret

  return {
    authorize(response: ServerResponse, { url }: PlatformRequest) {
      const asked = url.searchParams
      const redirectUri = asked.get('redirect_uri')
      const isWhole = asked.get('response_type') === 'code' && asked.get('scope')
      if (asked.get('client_key') !== state.client.id || !redirectUri || !isWhole)
        return response.writeHead(400).end('client_key')
      const code = `code-${randomBytes(12).toString('hex')}`
      codes.set(code, redirectUri)
      const back = new URL(redirectUri)
      back.searchParams.set('code', code)
      back.searchParams.set('scopes', tiktokScopes.join(','))
      back.searchParams.set('state', asked.get('state') ?? '')
      response.writeHead(302, { location: String(back) }).end()
    },
    token(response: ServerResponse, request: PlatformRequest) {
      const form = formOf(request)
      if (!knowsClient(form)) return fail(response, 'invalid_client', 'Client key or secret is incorrect.')
      if (form.get('grant_type') === 'refresh_token') {
        if (!state.acceptsRefresh(form.get('refresh_token')))
          return fail(response, 'invalid_grant', 'Refresh token is invalid or expired.')
        state.renew()
        state.counts.renewals += 1
        return sendTokens(response)
      }
      const code = form.get('code') ?? ''
      const redirectUri = codes.get(code)
      codes.delete(code)
      if (redirectUri === undefined)
        return fail(response, 'invalid_grant', `Authorization code ${code} is expired.`)
      if (redirectUri !== form.get('redirect_uri'))
        return fail(response, 'invalid_request', 'Redirect_uri is not matched with the uri of the code.')
      sendTokens(response)
    },
    revoke(response: ServerResponse, request: PlatformRequest) {
      const form = formOf(request)
      if (!knowsClient(form) || !state.accepts(form.get('token') ?? undefined))
        return fail(response, 'invalid_request', 'The token is not known.')
      state.expireToken()
      state.counts.revocations += 1
      sendJson(response, 200, {})
    },
  }
}
