import type { Feature, Notify } from '#feature.ts'
import { createAccepting } from '#features/social/accounts/connecting/accepting.ts'
import { createCallback } from '#features/social/accounts/connecting/callback.ts'
import { connectingRoutes } from '#features/social/accounts/connecting/connecting-routes.ts'
import { createConnections } from '#features/social/accounts/connecting/connections.ts'
import { createAccountFaults } from '#features/social/accounts/tokens/account-faults.ts'
import { createAccountTokens } from '#features/social/accounts/tokens/account-tokens.ts'
import { createTokenPoller } from '#features/social/accounts/tokens/token-poller.ts'
import { socialAccountsChanged } from '#features/social/contract.ts'
import { accountNotifications } from '#features/social/notifications.ts'
import type { Platform } from '#features/social/platforms/platform.ts'
import { socialSettings } from '#features/social/settings.ts'
import type { Translate } from '#platform/catalogues.ts'
import type { Clock } from '#platform/clock.ts'
import type { Encryption } from '#platform/encryption.ts'
import type { Logger } from '#platform/log.ts'
import type { Database } from '#platform/postgres.ts'
import type { LiveSettings } from '#platform/settings/live-settings.ts'
import type { Language } from '#shared/languages.ts'
import { forgetConnectionsJob } from './jobs.ts'
import { type ChangeSettings, createPlatformList } from './platform-list.ts'
import type { Access, OnDisconnected } from './ports.ts'
import { createRevocations } from './revocations.ts'
import { accountRoutes, platformRoutes, timetableRoutes } from './routes.ts'
import { createSocialAccounts } from './service.ts'

export interface AccountsOptions {
  db: Database
  clock: Clock
  log: Logger
  encryption: Encryption
  publicUrl: string
  settings: Pick<LiveSettings, 'get' | 'describe'>
  siteName(): string
  translator(language: Language): Translate
  platforms: readonly Platform[]
  changeSettings: ChangeSettings
  notify: Notify
  findMember: Access['findMember']
  /** That of the site. */
  timeZone(): string
  /** What still waits for an account fails, in the transaction that disconnects it. */
  onDisconnected: OnDisconnected
}

/** The accounts of the team at platforms: how they are connected, their tokens, and which platforms are used. */
export function createAccounts(options: AccountsOptions) {
  const { db, clock, log, encryption, publicUrl, notify, findMember, onDisconnected, timeZone } = options
  const platforms = createPlatformList(options)
  const { find: findPlatform, findManaged, findClient } = platforms
  const faults = createAccountFaults({ db, clock, notify })
  const renewing = { db, clock, log, encryption, findPlatform, findClient }
  const tokens = createAccountTokens({ ...renewing, faults })
  const accept = createAccepting({ clock, encryption })
  const revocations = createRevocations({ ...renewing, onDisconnected })
  const accounts = createSocialAccounts({ db, clock, platforms, accept, tokens, revocations, timeZone })
  const connecting = { db, clock, encryption, publicUrl, findManaged, findClient, findMember }
  const connections = createConnections({ ...connecting, findAccount: accounts.find })
  const callback = createCallback({ ...connecting, accept, log })
  return {
    accounts,
    platforms,
    tokens,
    settings: socialSettings,
    liveTopics: [socialAccountsChanged],
    notifications: accountNotifications,
    apiParts: [
      {
        name: 'Social accounts',
        description:
          'The team’s accounts at social platforms, and what the platforms’ interfaces allow. Tokens are stored encrypted; nobody can read them.',
        group: 'team',
      },
    ],
    routes: [
      platformRoutes({ platforms }),
      accountRoutes({ accounts }),
      timetableRoutes({ accounts }),
      connectingRoutes({ ...options, connections, callback }),
    ],
    pollers: [createTokenPoller({ ...options, tokens, faults }), revocations.poller],
    jobs: [forgetConnectionsJob({ db, clock })],
    close: tokens.stop,
  } satisfies Feature & Record<string, unknown>
}
