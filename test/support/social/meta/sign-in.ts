import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { formOf, type PlatformRequest, type SimulatorState, sendJson } from '../simulator.ts'
import { type MetaProtocol, refuseGraph, rejectToken, sixtyDays } from './protocol.ts'

/** The page that asks the person, and the calls that give tokens. */
export function createSignIn(protocol: MetaProtocol, state: SimulatorState, userId: string) {
  const codes = new Map<string, string>()
  const shortTokens = new Set<string>()
  // A token that a test has ended can still be renewed, unlike one of the real platforms after its 60 days.
  const issued = new Set([state.tokens().accessToken])

  const sendToken = (response: ServerResponse) =>
    sendJson(response, 200, {
      ...{ access_token: state.tokens().accessToken, token_type: 'bearer', expires_in: sixtyDays },
      ...(protocol.prefix === 'ig' && { permissions: protocol.scopes.join(',') }),
    })

  return {
    authorize(response: ServerResponse, { url }: PlatformRequest) {
      const asked = url.searchParams
      const redirectUri = asked.get('redirect_uri')
      const isWhole = asked.get('response_type') === 'code' && asked.get('scope')
      if (asked.get('client_id') !== state.client.id || !redirectUri || !isWhole)
        return response.writeHead(400).end('Invalid platform app')
      const code = `code-${randomBytes(12).toString('hex')}`
      codes.set(code, redirectUri)
      const back = new URL(redirectUri)
      back.searchParams.set('code', code)
      back.searchParams.set('state', asked.get('state') ?? '')
      response.writeHead(302, { location: `${back}#_` }).end()
    },
    exchangeCode(response: ServerResponse, request: PlatformRequest) {
      const form = formOf(request)
      const code = form.get('code') ?? ''
      const redirectUri = codes.get(code)
      codes.delete(code)
      const fail = (message: string) =>
        sendJson(response, 400, { error_type: 'OAuthException', code: 400, error_message: message })
      if (form.get('client_id') !== state.client.id || form.get('client_secret') !== state.client.secret)
        return fail('Error validating client secret')
      if (form.get('grant_type') !== 'authorization_code') return fail('Invalid grant_type')
      if (redirectUri === undefined) return fail('Matching code was not found or was already used')
      if (redirectUri !== form.get('redirect_uri')) return fail('Error validating verification code')
      const token = `short-${randomBytes(12).toString('hex')}`
      shortTokens.add(token)
      const answer = protocol.shortToken(token, userId, protocol.scopes)
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
    },
    lengthen(response: ServerResponse, { url: { searchParams: sent } }: PlatformRequest) {
      const token = sent.get('access_token')
      if (sent.get('grant_type') !== `${protocol.prefix}_exchange_token`)
        return refuseGraph(response, { code: 100, message: 'Unsupported grant type' })
      if (sent.get('client_secret') !== state.client.secret)
        return refuseGraph(response, { code: 101, message: 'Error validating application' })
      if (!shortTokens.has(token ?? '')) return rejectToken(response, token)
      sendToken(response)
    },
    refresh(response: ServerResponse, { url: { searchParams: sent } }: PlatformRequest) {
      const token = sent.get('access_token')
      if (sent.get('grant_type') !== `${protocol.prefix}_refresh_token`)
        return refuseGraph(response, { code: 100, message: 'Unsupported grant type' })
      if (!issued.has(token ?? '')) return rejectToken(response, token)
      issued.add(state.renew().accessToken)
      state.counts.renewals += 1
      sendToken(response)
    },
  }
}
