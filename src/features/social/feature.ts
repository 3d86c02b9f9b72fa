import type { Core } from '#core.ts'
import type { Feature, Notify } from '#feature.ts'
import { type AccountsOptions, createAccounts } from '#features/social/accounts/accounts.ts'
import { createAccountStore } from '#features/social/accounts/store.ts'
import { realEndpoints, replaceEndpoints } from '#features/social/platforms/endpoints.ts'
import type { Platform } from '#features/social/platforms/platform.ts'
import { createPlatformCalls } from '#features/social/platforms/platform-calls.ts'
import { createPlatforms } from '#features/social/platforms/platforms.ts'
import { createPostStore } from '#features/social/posts/store.ts'
import { socialBackup } from '#features/social/restoring/restoring-store.ts'
import { siteSettings } from '#site/settings.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { measurePublishing } from './metrics.ts'
import { socialPermissions } from './permissions.ts'
import { createPosting, type PostingOptions } from './posting.ts'
import { failedEvent, postFailed, postPublished } from './webhook-events.ts'

export interface SocialNeeds
  extends Pick<AccountsOptions, 'changeSettings' | 'findMember'>,
    Pick<PostingOptions, 'fitPicture' | 'findNames' | 'announce'> {
  notify: Notify
  /** Others than the real ones, for tests. */
  platforms?: readonly Platform[] | undefined
}

/** The team's accounts at social platforms, and what is published with them. */
export function createSocialFeature(
  core: Core,
  { platforms = createRealPlatforms(core), ...needs }: SocialNeeds,
) {
  const { clock, settings } = core
  measurePublishing({ registry: core.registry, db: core.reserve.db, clock })
  const timeZone = () => settings.get(siteSettings.timeZone)
  const accounts = createAccounts({
    ...{ ...core, ...needs, platforms, timeZone },
    async onDisconnected(transaction, accountId) {
      const now = clock.now()
      const failed = await createPostStore(transaction).failWaiting(accountId, now)
      await needs.announce(
        transaction,
        failed.map((post) => failedEvent({ ...post, accountId }, 'account', now)),
      )
    },
  })
  const { get, renewRejected, noteSuccess } = accounts.tokens
  const posting = createPosting({
    ...{ ...core, ...needs, platforms },
    accounts: { open: get, renew: renewRejected, noteSuccess },
    timeZone,
  })
  return {
    permissions: socialPermissions,
    backup: socialBackup,
    settings: accounts.settings,
    tasks: [
      {
        name: 'social.connect',
        permission: socialPermissions.manage,
        path: '/admin/social/cuentas',
        isDone: async () => (await createAccountStore(core.db).countConnected()) > 0,
      },
    ],
    liveTopics: [...accounts.liveTopics, ...posting.liveTopics],
    webhookEvents: [postPublished, postFailed],
    notifications: [...accounts.notifications, ...posting.notifications],
    apiParts: [...accounts.apiParts, ...posting.apiParts],
    routes: [...accounts.routes, ...posting.routes],
    pollers: [...accounts.pollers, ...posting.pollers],
    jobs: [...accounts.jobs, ...posting.jobs],
    storedFiles: posting.storedFiles,
    search: posting.search,
    tokens: accounts.tokens,
    drain: posting.drain,
    async close() {
      await posting.close()
      await accounts.close()
    },
  } satisfies Feature & Record<string, unknown>
}

const originsOf = (parts: Record<string, string>) => Object.values(parts).map((part) => new URL(part).origin)

function createRealPlatforms({ clock, config }: Core): Platform[] {
  const userAgent = `Firmeza/${packageJson.version}`
  const endpoints = replaceEndpoints(realEndpoints, config.social.endpoints)
  const origins = new Set(Object.values(endpoints).flatMap(originsOf))
  const calls = createPlatformCalls({ userAgent, now: clock.now, origins })
  return createPlatforms({ calls, now: clock.now, endpoints })
}
