import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import type { FindNames } from '#shared/user.ts'
import { forgetEndedJob } from './jobs.ts'
import { createLoginLimiter } from './login-limiter.ts'
import { createPasswordCheck } from './password-rules.ts'
import { profileRoutes } from './profile-routes.ts'
import { createRecovery, type RecoveryOptions } from './recovery.ts'
import { signInRoutes } from './routes.ts'
import { createAccounts } from './service.ts'
import { sessionRoutes } from './session-routes.ts'
import { createAccountStore } from './store.ts'

type AccountNeeds = Pick<RecoveryOptions, 'post'>

/** The users of the admin, their sessions and their passwords. */
export function createAccountFeature(core: Core, { post }: AccountNeeds) {
  const { db, pool, clock, config, siteName, publicUrl } = core
  const store = createAccountStore(db)
  const checkNewPassword = createPasswordCheck(siteName)
  const accounts = createAccounts({
    ...{ store, clock, limiter: createLoginLimiter(pool) },
    ...{ sessionLimits: config.sessions, checkNewPassword },
  })
  const recovery = createRecovery({
    ...{ store, clock, publicUrl, checkNewPassword, post },
    limiter: createLoginLimiter(pool, 'reset-'),
    canSend: config.mail.smtpUrl !== undefined,
  })
  return {
    routes: [signInRoutes({ accounts, recovery }), profileRoutes({ accounts }), sessionRoutes({ accounts })],
    jobs: [forgetEndedJob(accounts)],
    findSession: accounts.findSession,
    /** Makes the first admin when there is no user. */
    ensureFirstUser: () => accounts.ensureFirstUser(config.admin),
    canRecover: recovery.canSend,
    listUsers: store.listUsers,
    async findNames(ids) {
      return new Map((await store.listUsers(ids)).map(({ id, name }) => [id, name]))
    },
  } satisfies Feature & { findNames: FindNames } & Record<string, unknown>
}
