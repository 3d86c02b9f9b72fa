import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { profileRoutes } from '#features/accounts/profile/profile-routes.ts'
import { createProfiles } from '#features/accounts/profile/profiles.ts'
import { invitationRoutes } from '#features/accounts/team/invitation-routes.ts'
import { createInvitations } from '#features/accounts/team/invitations.ts'
import { teamRoutes } from '#features/accounts/team/team-routes.ts'
import { listTeam } from '#features/accounts/team/team-store.ts'
import { userChangeRoutes, userRemovalRoutes, userRoutes } from '#features/accounts/team/user-routes.ts'
import { createUsers } from '#features/accounts/team/users.ts'
import type { Permission } from '#shared/permissions.ts'
import type { FindNames } from '#shared/user.ts'
import { siteSettings } from '#site/settings.ts'
import { ensureFirstUser } from './first-user.ts'
import { forgetEndedJob } from './jobs.ts'
import { createLoginLimiter } from './login-limiter.ts'
import { createPasswordCheck } from './password-rules.ts'
import { accountPermissions } from './permissions.ts'
import { createRecovery, type RecoveryOptions } from './recovery.ts'
import { createResetStore } from './reset-store.ts'
import { signInRoutes } from './routes.ts'
import { sessionRoutes, signedInRoutes } from './session-routes.ts'
import { createSessionStore } from './session-store.ts'
import { createSessions } from './sessions.ts'
import { createUserStore } from './store.ts'

interface AccountNeeds extends Pick<RecoveryOptions, 'post'> {
  /** The permissions of all features. */
  listPermissions(): readonly Permission[]
}

/** The users of the admin, their sessions and their passwords. */
export function createAccountFeature(core: Core, { post, listPermissions }: AccountNeeds) {
  const { clock, config, siteName, publicUrl } = core
  // People can sign in while other requests hold all other connections.
  const { db, pool } = core.reserve
  const store = createUserStore(db)
  const sessionStore = createSessionStore(db)
  const resets = createResetStore(db)
  const checkNewPassword = createPasswordCheck(siteName)
  const limiter = createLoginLimiter(pool)
  const sessions = createSessions({
    users: store,
    store: sessionStore,
    clock,
    limiter,
    limits: config.sessions,
  })
  const profiles = createProfiles({ store, sessions: sessionStore, clock, limiter, checkNewPassword })
  const recovery = createRecovery({
    ...{ users: store, store: resets, clock, publicUrl, checkNewPassword, post },
    limiter: createLoginLimiter(pool, 'reset-'),
    canSend: config.mail.smtpUrl !== undefined,
  })
  async function findNames(ids: readonly string[]): Promise<Map<string, string>> {
    return new Map((await store.list(ids)).map(({ id, name }) => [id, name]))
  }
  const users = createUsers({ db: core.db, clock, findNames, summarizeSessions: sessions.summarize })
  const invitations = createInvitations({
    ...{ db: core.db, clock, publicUrl, checkNewPassword, findNames, post },
    canSend: recovery.canSend,
    defaultLanguage: () => core.settings.get(siteSettings.defaultLanguage),
    getUser: users.get,
    openSession: sessions.open,
  })
  return {
    permissions: accountPermissions,
    apiParts: [
      {
        name: 'Signing in',
        description:
          'The token that the other calls ask for, new passwords, and the password once more for what cannot be undone.',
        group: 'session',
      },
      {
        name: 'Own account',
        description: 'A user’s own profile, password and signed-in devices.',
        group: 'session',
      },
      {
        name: 'Team',
        description: 'Who is in the team, who is invited to it, and what each may do.',
        group: 'team',
      },
    ],
    routes: [
      signInRoutes({ sessions, recovery }),
      signedInRoutes({ sessions }),
      profileRoutes({ profiles }),
      sessionRoutes({ sessions }),
      teamRoutes({ listTeam: () => listTeam(db), listPermissions }),
      userRoutes({ users, invitations }),
      userChangeRoutes({ users }),
      userRemovalRoutes({ users }),
      invitationRoutes({ invitations }),
    ],
    jobs: [forgetEndedJob({ sessions: sessionStore, resets, clock })],
    findSession: sessions.find,
    /** Creates the first admin when there is no user. */
    ensureFirstUser: () => ensureFirstUser({ store, checkNewPassword }, config.admin),
    canRecover: recovery.canSend,
    listUsers: store.list,
    listTeam: () => listTeam(db),
    findNames,
  } satisfies Feature & { findNames: FindNames } & Record<string, unknown>
}
