import { z } from 'zod'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import type { PlatformOptions } from '#features/social/platforms/options.ts'
import type { Authorization, ClientCredentials, Grant } from '#features/social/platforms/platform.ts'
import type { TiktokApi } from './api.ts'

const Tokens = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive(),
  refresh_token: z.string().min(1),
  refresh_expires_in: z.coerce.number().positive(),
  scope: z.string(),
})

const scopes = ['user.info.basic', 'video.publish']

/**
 * https://developers.tiktok.com/doc/login-kit-web; PKCE is documented for mobile and desktop applications alone.
 * How long tokens last is read from the answers: https://developers.tiktok.com/docs/en/oauth-refresh-a-user-access-token says 2 hours, where
 * it was a day, and gives a new token for renewing each time.
 */
export function createAuthorization(
  api: TiktokApi,
  { endpoints, now }: Pick<PlatformOptions, 'endpoints' | 'now'>,
): Authorization {
  const after = (seconds: number) => new Date(now().getTime() + seconds * 1000)
  const keysOf = ({ id, secret }: ClientCredentials) => ({ client_key: id, client_secret: secret })

  async function fetchTokens(
    client: ClientCredentials,
    form: Record<string, string>,
    { secrets, signal }: { secrets: string[]; signal: AbortSignal },
  ): Promise<Grant> {
    const answer = await api.callForTokens(
      '/v2/oauth/token/',
      { ...keysOf(client), ...form },
      { secrets: [client.secret, ...secrets], signal },
      Tokens,
    )
    return {
      accessToken: answer.access_token,
      refreshToken: answer.refresh_token,
      expiresAt: after(answer.expires_in),
      refreshExpiresAt: after(answer.refresh_expires_in),
      scopes: answer.scope.split(',').map((scope) => scope.trim()),
    }
  }

  return {
    scopes,
    usesPkce: false,
    authorize({ client, redirectUri, state }) {
      const url = new URL(`${endpoints.tiktok.site}/v2/auth/authorize/`)
      url.search = String(
        new URLSearchParams({
          ...{ client_key: client.id, response_type: 'code', scope: scopes.join(',') },
          ...{ redirect_uri: redirectUri, state },
        }),
      )
      return url
    },
    async exchange({ client, redirectUri, code, signal }) {
      const form = { code, grant_type: 'authorization_code', redirect_uri: redirectUri }
      return await fetchTokens(client, form, { secrets: [code], signal }).catch(asRefusal)
    },
    refresh({ client, grant: { refreshToken, accessToken }, signal }) {
      const form = { grant_type: 'refresh_token', refresh_token: refreshToken ?? '' }
      return fetchTokens(client, form, { secrets: [refreshToken ?? '', accessToken], signal })
    },
    async revoke({ client, grant: { accessToken }, signal }) {
      const form = { ...keysOf(client), token: accessToken }
      const options = { secrets: [client.secret, accessToken], signal }
      await api.callForTokens('/v2/oauth/revoke/', form, options, z.unknown())
    },
  }
}

/** A code that is not accepted is called a grant as well, but no account has to be connected again for it. */
function asRefusal(error: unknown): never {
  if (!(error instanceof PlatformFault) || error.kind !== 'token') throw error
  throw new PlatformFault('refused', error.message, { status: error.status, cause: error })
}
