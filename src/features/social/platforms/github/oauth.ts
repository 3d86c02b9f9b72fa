import { Buffer } from 'node:buffer'
import { createTokenForm, findRefreshToken } from '#features/social/platforms/oauth/token-form.ts'
import type { PlatformOptions } from '#features/social/platforms/options.ts'
import type { Authorization, Grant } from '#features/social/platforms/platform.ts'

// Discussions and releases of public repositories:
// https://docs.github.com/en/graphql/guides/using-the-graphql-api-for-discussions
const scopes = ['public_repo']

/**
 * Connects accounts of GitHub, by an OAuth app or a GitHub App.
 * https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
 */
export function createGithubAuthorization({ calls, endpoints, now }: PlatformOptions): Authorization {
  const { site, api } = endpoints.github
  const requestToken = createTokenForm({ calls, now })
  const tokenUrl = `${site}/login/oauth/access_token`

  return {
    scopes,
    // https://github.blog/changelog/2025-07-14-pkce-support-for-oauth-and-github-app-authentication
    usesPkce: true,

    authorize({ client, redirectUri, state, codeChallenge }) {
      const url = new URL(`${site}/login/oauth/authorize`)
      url.searchParams.set('client_id', client.id)
      url.searchParams.set('redirect_uri', redirectUri)
      url.searchParams.set('scope', scopes.join(' '))
      url.searchParams.set('state', state)
      if (codeChallenge !== undefined) {
        url.searchParams.set('code_challenge', codeChallenge)
        url.searchParams.set('code_challenge_method', 'S256')
      }
      return url
    },

    async exchange({ client, redirectUri, code, codeVerifier, signal }) {
      const form = { client_id: client.id, client_secret: client.secret, code, redirect_uri: redirectUri }
      return withIncludedScopes(
        await requestToken(tokenUrl, { ...form, code_verifier: codeVerifier }, signal),
      )
    },

    // Tokens of GitHub Apps end after eight hours:
    // https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/refreshing-user-access-tokens
    async refresh({ client, grant, signal }) {
      const refreshToken = findRefreshToken(grant, now())
      if (refreshToken === undefined) return grant
      const form = { client_id: client.id, client_secret: client.secret, refresh_token: refreshToken }
      const renewed = await requestToken(tokenUrl, { ...form, grant_type: 'refresh_token' }, signal)
      return withIncludedScopes({ ...renewed, scopes: renewed.scopes ?? grant.scopes })
    },

    // https://docs.github.com/en/rest/apps/oauth-applications#delete-an-app-token
    async revoke({ client, grant, signal }) {
      const basic = Buffer.from(`${client.id}:${client.secret}`).toString('base64')
      const answer = await calls.call(`${api}/applications/${encodeURIComponent(client.id)}/token`, {
        ...{ method: 'DELETE', signal, secrets: [client.secret, basic, grant.accessToken] },
        headers: { accept: 'application/vnd.github+json', authorization: `Basic ${basic}` },
        body: JSON.stringify({ access_token: grant.accessToken }),
      })
      // A token that is not known any more needs no revocation.
      if (answer.status !== 404 && answer.status !== 422) calls.requireSuccess(answer)
    },
  }
}

/** GitHub names the widest scope alone; those of GitHub Apps have permissions instead, and so none. */
function withIncludedScopes(grant: Grant): Grant {
  if (grant.accessToken.startsWith('ghu_')) return { ...grant, scopes: null }
  return grant.scopes?.includes('repo') ? { ...grant, scopes: [...grant.scopes, 'public_repo'] } : grant
}
