import { z } from 'zod'
import { createStandardOAuth } from '#features/social/platforms/oauth/standard-oauth.ts'
import type { PlatformOptions } from '#features/social/platforms/options.ts'
import type { CallContext, Platform, Published } from '#features/social/platforms/platform.ts'
import { readAnswer } from '#features/social/platforms/shapes.ts'
import { createMediaUpload, mediaOf } from './media-upload.ts'
import { createSearch } from './search.ts'
import { createTwitterCalls } from './twitter-calls.ts'

const User = z.object({ data: z.object({ id: z.string(), name: z.string(), username: z.string() }) })
const AccountData = z.object({ username: z.string() })
const Created = z.object({ data: z.object({ id: z.string() }) })
const Measured = z.object({
  data: z.object({
    public_metrics: z.object({
      like_count: z.number(),
      reply_count: z.number(),
      retweet_count: z.number(),
      quote_count: z.number(),
      bookmark_count: z.number().optional(),
      impression_count: z.number().optional(),
    }),
  }),
})

/**
 * X, by its API 2: https://docs.x.com/x-api/posts/create-post
 * It charges for each post, and more for one with a link: https://docs.x.com/x-api/getting-started/pricing
 * It refuses a text that the account has posted shortly before with 403.
 */
export function createTwitter(options: PlatformOptions): Platform {
  const { calls, endpoints, now } = options
  const { site, api } = endpoints.twitter
  const ask = createTwitterCalls(options)
  const search = createSearch(ask, now)

  const publishedBy = ({ account }: Pick<CallContext, 'account'>, id: string): Published => {
    const username = AccountData.safeParse(account.data).data?.username
    return { id, url: `${site}/${username ?? 'i'}/status/${id}` }
  }

  return {
    id: 'twitter',
    capabilities: {
      connection: 'oauth',
      publishing: 'automatic',
      needsApproval: false,
      costsMoney: true,
      needsPublicSite: false,
      canFind: true,
      canRemove: true,
      hasFigures: true,
    },
    // https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token
    authorization: createStandardOAuth({
      ...{ calls, now, usesPkce: true, clientAuthentication: 'basic' },
      authorizeUrl: `${site}/i/oauth2/authorize`,
      tokenUrl: `${api}/2/oauth2/token`,
      revokeUrl: `${api}/2/oauth2/revoke`,
      // It is not documented that one ends the other.
      revokes: ['access_token', 'refresh_token'],
      scopes: ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access'],
    }),
    async describeAccount(context) {
      const { id, username } = readAnswer(User, (await ask(context, '/2/users/me')).json).data
      return { externalId: id, name: `@${username}`, url: `${site}/${username}`, data: { username } }
    },
    publishing: {
      prepare: createMediaUpload(ask, now),
      async publish(context, progress) {
        const { text } = context.content
        const media = mediaOf(progress)
        const json = { ...(text && { text }), ...(media.length > 0 && { media: { media_ids: media } }) }
        const answer = await ask(context, '/2/tweets', { method: 'POST', json })
        return publishedBy(context, readAnswer(Created, answer.json).data.id)
      },
      async find(context, sought) {
        const found = await search(context, sought)
        return 'id' in found ? { state: 'published', published: publishedBy(context, found.id) } : found
      },
      /** https://docs.x.com/x-api/posts/delete-post */
      async remove(context, { id }) {
        await ask(context, `/2/tweets/${encodeURIComponent(id)}`, { method: 'DELETE' })
      },
      /** https://docs.x.com/x-api/fundamentals/metrics */
      async readFigures(context, { id }) {
        const path = `/2/tweets/${encodeURIComponent(id)}?tweet.fields=public_metrics`
        const { public_metrics: counts } = readAnswer(Measured, (await ask(context, path)).json).data
        return {
          likes: counts.like_count,
          replies: counts.reply_count,
          reposts: counts.retweet_count,
          quotes: counts.quote_count,
          ...(counts.impression_count !== undefined && { views: counts.impression_count }),
        }
      },
    },
    // 100 posts in 15 minutes for each account: https://docs.x.com/x-api/fundamentals/rate-limits
    pace: { atOnce: 5, perMinute: 60 },
  }
}
