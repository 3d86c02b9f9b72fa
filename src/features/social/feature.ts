import type { Core } from '#core.ts'
import type { Feature, Notify } from '#feature.ts'
import { type AccountsOptions, createAccounts } from '#features/social/accounts/accounts.ts'
import type { Platform } from '#features/social/platforms/platform.ts'
import { socialPermissions } from './permissions.ts'

export interface SocialNeeds extends Pick<AccountsOptions, 'changeSettings' | 'findMember'> {
  notify: Notify
  /** Others than the real ones, for tests. */
  platforms?: readonly Platform[] | undefined
}

/** The team's accounts at social platforms, and what is published with them. */
export function createSocialFeature(core: Core, { platforms = [], ...needs }: SocialNeeds) {
  const accounts = createAccounts({ ...core, ...needs, platforms, onDisconnected: async () => {} })
  return {
    permissions: socialPermissions,
    settings: accounts.settings,
    liveTopics: accounts.liveTopics,
    notifications: accounts.notifications,
    apiParts: accounts.apiParts,
    routes: accounts.routes,
    pollers: accounts.pollers,
    jobs: accounts.jobs,
    tokens: accounts.tokens,
    close: accounts.close,
  } satisfies Feature & Record<string, unknown>
}
