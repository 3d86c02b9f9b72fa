import { z } from 'zod'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import { createContainers } from '#features/social/platforms/meta/containers.ts'
import { authorizedBy, type MetaDialect } from '#features/social/platforms/meta/dialect.ts'
import { createGraph, type Graph } from '#features/social/platforms/meta/graph.ts'
import { createReadings } from '#features/social/platforms/meta/readings.ts'
import { createMetaTokens, plainCode } from '#features/social/platforms/meta/tokens.ts'
import type { PlatformOptions } from '#features/social/platforms/options.ts'
import type { Authorization, Platform, PostFile } from '#features/social/platforms/platform.ts'

const ShortToken = z.object({ access_token: z.string().min(1) })
const TokenDetails = z.object({ data: z.object({ scopes: z.array(z.string()) }) })
const Profile = z.object({ id: z.string().min(1), username: z.string().min(1) })
const Removed = z.object({ success: z.literal(true) })
const Found = z.object({ id: z.string() })

const scopes = ['threads_basic', 'threads_content_publish', 'threads_manage_insights', 'threads_delete']

/** Threads: https://developers.facebook.com/docs/threads */
export function createThreads({ calls, endpoints, now }: PlatformOptions): Platform {
  const { site, graph: origin } = endpoints.threads
  const graph = createGraph({ calls, now })
  const base = `${origin}/v1.0`
  const dialect: MetaDialect = {
    ...{ graph, now, base },
    ...{ posts: 'threads', publish: 'threads_publish', limit: 'threads_publishing_limit' },
    ...{ status: 'status', reason: 'error_message', text: 'text' },
    single: ({ text }, file) => ({
      ...(file ? paramsOf(file) : { media_type: 'TEXT' }),
      ...(text !== '' && { text }),
    }),
    item: (file) => ({ ...paramsOf(file), is_carousel_item: 'true' }),
    metrics: ['views', 'likes', 'replies', 'reposts', 'quotes', 'shares'],
  }
  const { readQuota, readFigures } = createReadings(dialect)

  return {
    id: 'threads',
    capabilities: {
      ...{ connection: 'oauth', publishing: 'automatic' },
      ...{ needsApproval: true, costsMoney: false, needsPublicSite: true },
      ...{ canFind: true, canRemove: true, hasFigures: true },
    },
    authorization: createAuthorization({ graph, now, site, origin }),
    async describeAccount(context) {
      const { token, rest } = authorizedBy(context)
      const params = { fields: 'id,username', ...token }
      const { id, username } = await graph({ ...rest, url: `${base}/me`, params }, Profile)
      return { externalId: id, name: username, url: `${site}/@${encodeURIComponent(username)}`, data: {} }
    },
    readQuota,
    publishing: {
      ...createContainers(dialect),
      readFigures,
      async remove(context, { id }) {
        const { token, rest } = authorizedBy(context)
        const url = `${base}/${id}`
        try {
          await graph({ ...rest, method: 'DELETE', url, params: token }, Removed)
        } catch (error) {
          if (!(error instanceof PlatformFault) || !['refused', 'limited'].includes(error.kind)) throw error
          // Threads says the same of what is gone and of what may not be removed; what is there can be read.
          const params = { ...token, fields: 'id' }
          const reading = await graph({ ...rest, url, params }, Found).catch((fault: unknown) => fault)
          const isGone = reading instanceof PlatformFault && /does not exist/.test(reading.message)
          if (!isGone) throw error
        }
      },
    },
    // Of an account, 4800 calls a day for each of at least ten impressions: https://developers.facebook.com/docs/threads/overview
    pace: { atOnce: 2, perMinute: 30 },
  }
}

const paramsOf = ({ kind, alternativeText, url }: PostFile) => ({
  ...(kind === 'image'
    ? { media_type: 'IMAGE', image_url: url() }
    : { media_type: 'VIDEO', video_url: url() }),
  ...(alternativeText !== '' && { alt_text: alternativeText }),
})

interface AuthorizationOptions extends Pick<PlatformOptions, 'now'> {
  graph: Graph
  site: string
  origin: string
}

/**
 * https://developers.facebook.com/docs/threads/get-started/get-access-tokens-and-permissions
 * Meta documents nothing that revokes a token of Threads: it ends 60 days after we no longer renew it.
 */
function createAuthorization({ graph, now, site, origin }: AuthorizationOptions): Authorization {
  const { lengthen, refresh } = createMetaTokens({ graph, now, base: origin, prefix: 'th' })

  /** What the token may be used for; null when Threads does not say. */
  async function readScopes(accessToken: string, signal: AbortSignal): Promise<string[] | null> {
    const params = { input_token: accessToken, access_token: accessToken }
    const request = { url: `${origin}/v1.0/debug_token`, params, secrets: [accessToken], signal }
    const details = await graph(request, TokenDetails).catch((error: unknown) => {
      if (error instanceof PlatformFault) return undefined
      throw error
    })
    return details?.data.scopes ?? null
  }

  return {
    scopes,
    usesPkce: false,
    renewsAccessToken: true,
    authorize({ client, redirectUri, state }) {
      const url = new URL(`${site}/oauth/authorize`)
      url.search = String(
        new URLSearchParams({
          ...{ client_id: client.id, redirect_uri: redirectUri, scope: scopes.join(',') },
          ...{ response_type: 'code', state },
        }),
      )
      return url
    },
    async exchange({ client, redirectUri, code: given, signal }) {
      const code = plainCode(given)
      const short = await graph(
        {
          method: 'POST',
          url: `${origin}/oauth/access_token`,
          params: {
            ...{ client_id: client.id, client_secret: client.secret, code },
            ...{ grant_type: 'authorization_code', redirect_uri: redirectUri },
          },
          ...{ secrets: [client.secret, code], signal, givesTokens: true },
        },
        ShortToken,
      )
      const granted = await lengthen({ client, signal }, short.access_token, null)
      return { ...granted, scopes: await readScopes(granted.accessToken, signal) }
    },
    refresh,
  }
}
