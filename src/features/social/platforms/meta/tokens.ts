import { z } from 'zod'
import type { PlatformOptions } from '#features/social/platforms/options.ts'
import type { ClientCredentials, Grant } from '#features/social/platforms/platform.ts'
import type { Graph } from './graph.ts'

const LongLived = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() })

interface TokenOptions extends Pick<PlatformOptions, 'now'> {
  graph: Graph
  /** The address without a version, such as https://graph.threads.net */
  base: string
  /** What the grant types begin with. */
  prefix: 'th' | 'ig'
}

/**
 * The tokens of Threads and of Instagram Login: one of an hour is exchanged for one of 60 days, which is renewed while it has not ended
 * and is at least a day old. There is no other token that renews it.
 * https://developers.facebook.com/docs/threads/get-started/long-lived-tokens,
 * https://developers.facebook.com/docs/instagram-platform/reference/refresh_access_token
 */
export function createMetaTokens({ graph, base, prefix, now }: TokenOptions) {
  function grantOf(answer: z.infer<typeof LongLived>, scopes: string[] | null): Grant {
    const expiresAt = new Date(now().getTime() + answer.expires_in * 1000)
    const accessToken = answer.access_token
    return { accessToken, refreshToken: null, expiresAt, refreshExpiresAt: expiresAt, scopes }
  }

  return {
    async lengthen(
      { client, signal }: { client: ClientCredentials; signal: AbortSignal },
      shortToken: string,
      scopes: string[] | null,
    ): Promise<Grant> {
      const params = {
        grant_type: `${prefix}_exchange_token`,
        client_secret: client.secret,
        access_token: shortToken,
      }
      const secrets = [client.secret, shortToken]
      const request = { url: `${base}/access_token`, params, secrets, signal, givesTokens: true } as const
      return grantOf(await graph(request, LongLived), scopes)
    },
    async refresh({ grant, signal }: { grant: Grant; signal: AbortSignal }): Promise<Grant> {
      const params = { grant_type: `${prefix}_refresh_token`, access_token: grant.accessToken }
      const secrets = [grant.accessToken]
      const url = `${base}/refresh_access_token`
      const request = { url, params, secrets, signal, givesTokens: true } as const
      return grantOf(await graph(request, LongLived), grant.scopes)
    },
  }
}

/** An authorization code as it was given: Meta appends `#_` to the address that carries it. */
export const plainCode = (code: string): string => code.replace(/#_$/, '')
