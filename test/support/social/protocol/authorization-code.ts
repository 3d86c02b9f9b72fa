import { createHash, randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { ClientCredentials } from '#features/social/platforms/platform.ts'
import type { PlatformRequest } from '../simulator.ts'

/**
 * The authorization page of a simulated platform, where everybody agrees at once, and what it remembers of the codes that it has given.
 * A code is good once, for the application, the address and the PKCE challenge that it was given for.
 */
export function createAuthorizationCodes(client: ClientCredentials) {
  const codes = new Map<string, { redirectUri: string; challenge: string | null; scope: string }>()

  return {
    /** Sends the browser back with a code. */
    authorize(response: ServerResponse, { url }: PlatformRequest): void {
      const { searchParams } = url
      const redirectUri = searchParams.get('redirect_uri')
      const state = searchParams.get('state')
      const challenge = searchParams.get('code_challenge')
      const isKnown = searchParams.get('client_id') === client.id
      const isSafe = challenge === null || searchParams.get('code_challenge_method') === 'S256'
      if (!isKnown || !isSafe || !redirectUri || !state)
        return void response.writeHead(400).end('Bad authorization request')
      const code = `code-${randomBytes(12).toString('hex')}`
      codes.set(code, { redirectUri, challenge, scope: searchParams.get('scope') ?? '' })
      const target = new URL(redirectUri)
      target.searchParams.set('code', code)
      target.searchParams.set('state', state)
      response.writeHead(302, { location: target.href }).end()
    },

    /** Takes a code; undefined when it is not good. */
    redeem(form: URLSearchParams): { scope: string } | undefined {
      const code = form.get('code') ?? ''
      const given = codes.get(code)
      codes.delete(code)
      if (!given || given.redirectUri !== form.get('redirect_uri')) return undefined
      const verifier = form.get('code_verifier')
      if (given.challenge === null) return verifier === null ? given : undefined
      const challenge = createHash('sha256')
        .update(verifier ?? '')
        .digest('base64url')
      return challenge === given.challenge ? given : undefined
    },

    isClient: (form: URLSearchParams) =>
      form.get('client_id') === client.id && form.get('client_secret') === client.secret,
  }
}
