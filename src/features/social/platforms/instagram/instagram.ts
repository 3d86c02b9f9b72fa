import { z } from 'zod'
import { createContainers } from '#features/social/platforms/meta/containers.ts'
import { authorizedBy, type MetaDialect } from '#features/social/platforms/meta/dialect.ts'
import { createGraph, type Graph } from '#features/social/platforms/meta/graph.ts'
import { createReadings } from '#features/social/platforms/meta/readings.ts'
import { createMetaTokens, plainCode } from '#features/social/platforms/meta/tokens.ts'
import type { PlatformOptions } from '#features/social/platforms/options.ts'
import type { Authorization, Platform, PostFile } from '#features/social/platforms/platform.ts'

/** What Instagram documents as the only one of a list, and also sends without it. */
const oneOf = <Answer>(answer: z.ZodType<Answer>) =>
  z.preprocess((value): unknown => {
    if (typeof value !== 'object' || value === null || !('data' in value)) return value
    return Array.isArray(value.data) ? value.data[0] : value
  }, answer)

const ShortToken = oneOf(
  z.object({
    access_token: z.string().min(1),
    permissions: z
      .union([
        z.array(z.string()),
        z.string().transform((list) => list.split(',').map((name) => name.trim())),
      ])
      .nullish(),
  }),
)
const Profile = oneOf(z.object({ user_id: z.string().min(1), username: z.string().min(1) }))

const scopes = [
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_insights',
]

/**
 * Instagram with its own login, for professional accounts: https://developers.facebook.com/docs/instagram-platform
 * Posts can be removed only by those who are connected through Facebook.
 */
export function createInstagram({ calls, endpoints, now }: PlatformOptions): Platform {
  const { site, api, graph: origin } = endpoints.instagram
  const graph = createGraph({ calls, now })
  const base = `${origin}/v25.0`
  const dialect: MetaDialect = {
    ...{ graph, now, base },
    ...{ posts: 'media', publish: 'media_publish', limit: 'content_publishing_limit' },
    ...{ status: 'status_code', reason: 'status', text: 'caption' },
    single: ({ text }, file) => ({
      ...(file && paramsOf(file, 'REELS')),
      ...(text !== '' && { caption: text }),
    }),
    item: (file) => ({ ...paramsOf(file, 'VIDEO'), is_carousel_item: 'true' }),
    metrics: ['views', 'reach', 'likes', 'comments', 'shares', 'saved'],
  }
  const { readQuota, readFigures } = createReadings(dialect)

  return {
    id: 'instagram',
    capabilities: {
      ...{ connection: 'oauth', publishing: 'automatic' },
      ...{ needsApproval: true, costsMoney: false, needsPublicSite: true },
      ...{ canFind: true, canRemove: false, hasFigures: true },
    },
    authorization: createAuthorization({ graph, now, site, api, origin }),
    async describeAccount(context) {
      const { token, rest } = authorizedBy(context)
      const params = { fields: 'user_id,username', ...token }
      const { user_id, username } = await graph({ ...rest, url: `${base}/me`, params }, Profile)
      const url = `${site}/${encodeURIComponent(username)}/`
      return { externalId: user_id, name: username, url, data: {} }
    },
    readQuota,
    publishing: { ...createContainers(dialect), readFigures },
    // 200 calls an hour and user: https://developers.facebook.com/docs/graph-api/overview/rate-limiting
    pace: { atOnce: 2, perMinute: 20 },
  }
}

/** A single video is a reel. Alternative text is for pictures alone. */
const paramsOf = ({ kind, alternativeText, url }: PostFile, videoType: 'REELS' | 'VIDEO') =>
  kind === 'image'
    ? { image_url: url(), ...(alternativeText !== '' && { alt_text: alternativeText }) }
    : { media_type: videoType, video_url: url() }

interface AuthorizationOptions extends Pick<PlatformOptions, 'now'> {
  graph: Graph
  site: string
  api: string
  origin: string
}

/**
 * https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login
 * Meta documents nothing that revokes a token of Instagram: it ends 60 days after we no longer renew it.
 */
function createAuthorization({ graph, now, site, api, origin }: AuthorizationOptions): Authorization {
  const { lengthen, refresh } = createMetaTokens({ graph, now, base: origin, prefix: 'ig' })
  return {
    scopes,
    usesPkce: false,
    renewsAccessToken: true,
    authorize({ client, redirectUri, state }) {
      const url = new URL(`${site}/oauth/authorize`)
      url.search = String(
        new URLSearchParams({
          ...{ client_id: client.id, redirect_uri: redirectUri, response_type: 'code' },
          ...{ scope: scopes.join(','), state },
        }),
      )
      return url
    },
    async exchange({ client, redirectUri, code: given, signal }) {
      const code = plainCode(given)
      const short = await graph(
        {
          method: 'POST',
          url: `${api}/oauth/access_token`,
          params: {
            ...{ client_id: client.id, client_secret: client.secret, code },
            ...{ grant_type: 'authorization_code', redirect_uri: redirectUri },
          },
          ...{ secrets: [client.secret, code], signal, givesTokens: true },
        },
        ShortToken,
      )
      return lengthen({ client, signal }, short.access_token, short.permissions ?? null)
    },
    refresh,
  }
}
