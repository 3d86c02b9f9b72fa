import { createTokenForm, findRefreshToken } from '#features/social/platforms/oauth/token-form.ts'
import type { PlatformOptions } from '#features/social/platforms/options.ts'
import type { Authorization, Grant } from '#features/social/platforms/platform.ts'

// "Share on LinkedIn" and "Sign in with LinkedIn using OpenID Connect", which need no approval:
// https://learn.microsoft.com/en-us/linkedin/shared/authentication/getting-access
const scopes = ['openid', 'profile', 'w_member_social']

/**
 * Connects members of LinkedIn. It takes PKCE from native applications alone.
 * https://learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow
 */
export function createLinkedinAuthorization({ calls, endpoints, now }: PlatformOptions): Authorization {
  const { site } = endpoints.linkedin
  const requestToken = createTokenForm({ calls, now })
  const tokenUrl = `${site}/oauth/v2/accessToken`

  return {
    scopes,
    usesPkce: false,

    authorize({ client, redirectUri, state }) {
      const url = new URL(`${site}/oauth/v2/authorization`)
      url.searchParams.set('response_type', 'code')
      url.searchParams.set('client_id', client.id)
      url.searchParams.set('redirect_uri', redirectUri)
      url.searchParams.set('state', state)
      url.searchParams.set('scope', scopes.join(' '))
      return url
    },

    async exchange({ client, redirectUri, code, signal }) {
      const form = { client_id: client.id, client_secret: client.secret, code, redirect_uri: redirectUri }
      return withEnd(await requestToken(tokenUrl, { ...form, grant_type: 'authorization_code' }, signal))
    },

    // Only partners get refresh tokens, which stay the same for a year:
    // https://learn.microsoft.com/en-us/linkedin/shared/authentication/programmatic-refresh-tokens
    async refresh({ client, grant, signal }) {
      const refreshToken = findRefreshToken(grant, now())
      if (refreshToken === undefined) return grant
      const form = { client_id: client.id, client_secret: client.secret, refresh_token: refreshToken }
      const renewed = await requestToken(tokenUrl, { ...form, grant_type: 'refresh_token' }, signal)
      return {
        ...renewed,
        refreshToken: renewed.refreshToken ?? refreshToken,
        refreshExpiresAt: renewed.refreshExpiresAt ?? grant.refreshExpiresAt,
        scopes: renewed.scopes ?? grant.scopes,
      }
    },

    async revoke({ client, grant, signal }) {
      const { accessToken: token } = grant
      const answer = await calls.call(`${site}/oauth/v2/revoke`, {
        ...{ method: 'POST', signal, secrets: [client.secret, token] },
        body: new URLSearchParams({ client_id: client.id, client_secret: client.secret, token }),
      })
      calls.requireSuccess(answer)
    },
  }
}

/** Without a refresh token a person has to connect again when the access token ends. */
const withEnd = (grant: Grant): Grant => ({
  ...grant,
  refreshExpiresAt: grant.refreshToken === null ? grant.expiresAt : grant.refreshExpiresAt,
})
