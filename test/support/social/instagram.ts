import type { PlatformEndpoints } from '#features/social/platforms/endpoints.ts'
import { metaUserName } from './meta/protocol.ts'
import { type MetaSimulator, startMetaSimulator } from './meta/server.ts'

/** Starts a server that speaks the protocol of Instagram with its own login. */
export async function startInstagramSimulator(): Promise<
  MetaSimulator & { endpoints: PlatformEndpoints['instagram'] }
> {
  const simulator = await startMetaSimulator({
    ...{ prefix: 'ig', version: 'v25.0' },
    ...{ posts: 'media', publish: 'media_publish', limit: 'content_publishing_limit', total: 100 },
    ...{ status: 'status_code', reason: 'status', text: 'caption' },
    scopes: [
      'instagram_business_basic',
      'instagram_business_content_publish',
      'instagram_business_manage_insights',
    ],
    metrics: ['views', 'reach', 'likes', 'comments', 'shares', 'saved'],
    profile: (id) => ({ user_id: id, username: metaUserName, id: '1' }),
    shortToken: (token, userId, scopes) =>
      JSON.stringify({
        data: [{ access_token: token, user_id: userId, permissions: scopes.join(',') }],
      }),
    notReady: { code: 9007, error_subcode: 2207027 },
    fetchesAtOnce: true,
    addressOf: (shortcode) => `https://www.instagram.com/p/${shortcode}/`,
  })
  const { origin } = simulator
  return Object.assign(simulator, { endpoints: { site: origin, api: origin, graph: origin } })
}
