import { z } from 'zod'
import { PlatformFault } from '#features/social/platforms/fault.ts'
import type { PlatformOptions } from '#features/social/platforms/options.ts'
import type { Platform } from '#features/social/platforms/platform.ts'
import { createTiktokApi } from './api.ts'
import { createAuthorization } from './authorization.ts'
import { listTiktokTargets, readCreator } from './creator.ts'
import { createPublishing } from './publishing.ts'

const Profile = z.object({ user: z.object({ open_id: z.string().min(1), display_name: z.string() }) })

/**
 * TikTok: https://developers.tiktok.com/doc/content-posting-api-get-started
 * What an application posts that TikTok has not audited is seen by nobody but the account itself.
 */
export function createTiktok(options: PlatformOptions): Platform {
  const { site } = options.endpoints.tiktok
  const api = createTiktokApi(options)
  return {
    id: 'tiktok',
    capabilities: {
      ...{ connection: 'oauth', publishing: 'automatic' },
      ...{ needsApproval: true, costsMoney: false, needsPublicSite: true },
      ...{ canFind: true, canRemove: false, hasFigures: false },
    },
    authorization: createAuthorization(api, options),
    async describeAccount(context) {
      const path = '/v2/user/info/?fields=open_id,display_name'
      const { user } = await api.call(context, { method: 'GET', path }, Profile)
      // An account that may not post at the moment has a name all the same.
      const creator = await readCreator(api, context).catch((error: unknown) => {
        if (error instanceof PlatformFault && error.kind !== 'token') return undefined
        throw error
      })
      const username = creator?.creator_username
      return {
        externalId: user.open_id,
        name: username ?? user.display_name,
        url: username ? `${site}/@${encodeURIComponent(username)}` : null,
        data: {},
      }
    },
    listTargets: (context, field) => listTiktokTargets(api, context, field),
    publishing: createPublishing(api, options),
    // For a token, six posts are begun and 20 times the account is asked a minute.
    pace: { atOnce: 1, perMinute: 6 },
  }
}
