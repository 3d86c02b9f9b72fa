import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { profileRoutes } from '#features/accounts/profile/profile-routes.ts'
import { createProfiles } from '#features/accounts/profile/profiles.ts'
import { factorRoutes, totpRoutes } from '#features/accounts/second-factor/factor-routes.ts'
import { forgetEndedFactors } from '#features/accounts/second-factor/factor-store.ts'
import { confirmationRoutes, passkeyRoutes } from '#features/accounts/second-factor/passkey-routes.ts'
import { factorResetRoutes } from '#features/accounts/second-factor/reset-routes.ts'
import { createSecondFactor } from '#features/accounts/second-factor/second-factor.ts'
import { stepRoutes } from '#features/accounts/second-factor/step-routes.ts'
import { teamRoutes } from '#features/accounts/team/team-routes.ts'
import { listTeam } from '#features/accounts/team/team-store.ts'
import type { FindNames } from '#shared/user.ts'
import { ensureFirstUser } from './first-user.ts'
import { forgetEndedJob } from './jobs.ts'
import { createLoginLimiter } from './login-limiter.ts'
import { createPasswordCheck } from './password-rules.ts'
import { createRecovery, type RecoveryOptions } from './recovery.ts'
import { createResetStore } from './reset-store.ts'
import { signInRoutes } from './routes.ts'
import { sessionRoutes, signedInRoutes } from './session-routes.ts'
import { createSessionStore } from './session-store.ts'
import { createSessionOpener, createSessions } from './sessions.ts'
import { createUserStore } from './store.ts'

type AccountNeeds = Pick<RecoveryOptions, 'post'>

/** The users of the admin, their sessions and their passwords. */
export function createAccountFeature(core: Core, { post }: AccountNeeds) {
  const { clock, config, siteName, publicUrl, encryption } = core
  // People can sign in while other requests hold all other connections.
  const { db, pool } = core.reserve
  const store = createUserStore(db)
  const sessionStore = createSessionStore(db)
  const resets = createResetStore(db)
  const checkNewPassword = createPasswordCheck(siteName)
  const limiter = createLoginLimiter(pool)
  const openSession = createSessionOpener({ clock, limits: config.sessions })
  const secondFactor = createSecondFactor({
    ...{ db, pool, clock, encryption, publicUrl, siteName, openSession },
    // To be told by mail.
    notify: async () => {},
  })
  const sessions = createSessions({
    ...{ db, users: store, store: sessionStore, clock, limiter, limits: config.sessions, openSession },
    requireSecondFactor: secondFactor.steps.require,
  })
  const profiles = createProfiles({ store, sessions: sessionStore, clock, limiter, checkNewPassword })
  const recovery = createRecovery({
    ...{ users: store, store: resets, clock, publicUrl, checkNewPassword, post },
    limiter: createLoginLimiter(pool, 'reset-'),
    canSend: config.mail.smtpUrl !== undefined,
  })
  return {
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
    ],
    routes: [
      signInRoutes({ sessions, recovery }),
      signedInRoutes({ sessions }),
      profileRoutes({ profiles }),
      sessionRoutes({ sessions }),
      stepRoutes(secondFactor),
      confirmationRoutes(secondFactor),
      factorRoutes(secondFactor),
      totpRoutes(secondFactor),
      passkeyRoutes(secondFactor),
      factorResetRoutes(secondFactor),
      teamRoutes({ listTeam: () => listTeam(db) }),
    ],
    jobs: [
      forgetEndedJob({
        ...{ sessions: sessionStore, resets, clock },
        forgetFactors: (now) => forgetEndedFactors(db, now),
      }),
    ],
    findSession: sessions.find,
    /** Creates the first admin when there is no user. */
    ensureFirstUser: () => ensureFirstUser({ store, checkNewPassword }, config.admin),
    canRecover: recovery.canSend,
    listUsers: store.list,
    listTeam: () => listTeam(db),
    async findNames(ids) {
      return new Map((await store.list(ids)).map(({ id, name }) => [id, name]))
    },
  } satisfies Feature & { findNames: FindNames } & Record<string, unknown>
}
