import { z } from 'zod'
import { createStandardOAuth } from '#features/social/platforms/oauth/standard-oauth.ts'
import type { PlatformOptions } from '#features/social/platforms/options.ts'
import type { Platform } from '#features/social/platforms/platform.ts'
import { readAnswer } from '#features/social/platforms/shapes.ts'
import { createRedditPublishing } from './publishing.ts'
import { createRedditCalls, userAgentOf } from './reddit-calls.ts'
import { listTargets } from './targets.ts'

const Me = z.object({ id: z.string(), name: z.string() })

/**
 * Reddit: https://www.reddit.com/dev/api and https://github.com/reddit-archive/reddit/wiki/OAuth2
 * It approves applications: https://support.reddithelp.com/hc/en-us/articles/42728983564564-Responsible-Builder-Policy
 */
export function createReddit(options: PlatformOptions): Platform {
  const { calls, endpoints, now } = options
  const { site } = endpoints.reddit
  const ask = createRedditCalls(options)
  return {
    id: 'reddit',
    capabilities: {
      connection: 'oauth',
      publishing: 'automatic',
      needsApproval: true,
      costsMoney: false,
      needsPublicSite: false,
      canFind: true,
      canRemove: true,
      hasFigures: true,
    },
    authorization: createStandardOAuth({
      ...{ calls, now, usesPkce: false, clientAuthentication: 'basic' },
      authorizeUrl: `${site}/api/v1/authorize`,
      tokenUrl: `${site}/api/v1/access_token`,
      revokeUrl: `${site}/api/v1/revoke_token`,
      // `history` to look for what was submitted, `edit` to remove it, `mysubreddits` to offer places.
      scopes: ['identity', 'read', 'submit', 'flair', 'edit', 'history', 'mysubreddits'],
      authorizeParameters: { duration: 'permanent' },
      headersFor: (client) => ({ 'user-agent': userAgentOf(client) }),
    }),
    async describeAccount(context) {
      const { id, name } = readAnswer(Me, (await ask(context, '/api/v1/me?raw_json=1')).json)
      return { externalId: id, name, url: `${site}/user/${name}`, data: {} }
    },
    /** https://github.com/reddit-archive/reddit/wiki/API#rules */
    async readQuota(context) {
      const { headers } = await ask(context, '/api/v1/me?raw_json=1')
      const [left, used, seconds] = ['remaining', 'used', 'reset'].map((name) =>
        Number(headers.get(`x-ratelimit-${name}`) ?? Number.NaN),
      )
      if (left === undefined || Number.isNaN(left)) return undefined
      const isTimed = seconds !== undefined && !Number.isNaN(seconds)
      return {
        left: Math.floor(left),
        total: used === undefined || Number.isNaN(used) ? null : Math.round(left + used),
        resetsAt: isTimed ? new Date(now().getTime() + seconds * 1000) : null,
      }
    },
    listTargets: (context, field, chosen) => listTargets(ask, context, field, chosen),
    publishing: createRedditPublishing(ask, options),
    // 60 calls a minute, of which a post with pictures makes several.
    pace: { atOnce: 1, perMinute: 20 },
  }
}
