import type { PlatformEndpoints } from '#features/social/platforms/endpoints.ts'
import { metaUserName } from './meta/protocol.ts'
import { type MetaSimulator, startMetaSimulator } from './meta/server.ts'

/** Starts a server that speaks the protocol of Threads. */
export async function startThreadsSimulator(): Promise<
  MetaSimulator & { endpoints: PlatformEndpoints['threads'] }
> {
  const simulator = await startMetaSimulator({
    ...{ prefix: 'th', version: 'v1.0' },
    ...{ posts: 'threads', publish: 'threads_publish', limit: 'threads_publishing_limit', total: 250 },
    ...{ status: 'status', reason: 'error_message', text: 'text' },
    profile: (id) => ({ id, username: metaUserName }),
    scopes: ['threads_basic', 'threads_content_publish', 'threads_manage_insights', 'threads_delete'],
    // The id is a number of more digits than JSON.parse keeps.
    shortToken: (token, userId) => `{"access_token":"${token}","user_id":${userId}}`,
    notReady: { code: 24, error_subcode: 4279009 },
    fetchesAtOnce: false,
    metrics: ['views', 'likes', 'replies', 'reposts', 'quotes', 'shares'],
    addressOf: (shortcode) => `https://www.threads.com/@${metaUserName}/post/${shortcode}`,
  })
  return Object.assign(simulator, { endpoints: { site: simulator.origin, graph: simulator.origin } })
}
