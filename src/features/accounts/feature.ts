import type { Core } from '#core.ts'
import type { Feature, FindDeleted } from '#feature.ts'
import { addressRoutes } from '#features/accounts/profile/address-routes.ts'
import { createAddressStore } from '#features/accounts/profile/address-store.ts'
import { createAddresses } from '#features/accounts/profile/addresses.ts'
import { type CutSquares, createOwnPictures } from '#features/accounts/profile/own-pictures.ts'
import { ownPictureRoutes, ownPictureUploadRoutes } from '#features/accounts/profile/picture-routes.ts'
import { passwordRoutes, profileRoutes } from '#features/accounts/profile/profile-routes.ts'
import { createProfiles, toUser } from '#features/accounts/profile/profiles.ts'
import { createAccountBackup } from '#features/accounts/restoring/restoring.ts'
import { factorRoutes, totpRoutes } from '#features/accounts/second-factor/factor-routes.ts'
import { forgetEndedFactors, listWithSecondFactor } from '#features/accounts/second-factor/factor-store.ts'
import type { NotifyOfFactor } from '#features/accounts/second-factor/notice.ts'
import { confirmationRoutes, passkeyRoutes } from '#features/accounts/second-factor/passkey-routes.ts'
import { factorResetRoutes } from '#features/accounts/second-factor/reset-routes.ts'
import { createSecondFactor } from '#features/accounts/second-factor/second-factor.ts'
import { stepRoutes } from '#features/accounts/second-factor/step-routes.ts'
import { invitationRoutes } from '#features/accounts/team/invitation-routes.ts'
import { createInvitations, type InvitationOptions } from '#features/accounts/team/invitations.ts'
import { createAccountNotifications } from '#features/accounts/team/notifications.ts'
import { teamRoutes } from '#features/accounts/team/team-routes.ts'
import { listActiveUsers, listTeam } from '#features/accounts/team/team-store.ts'
import { userChangeRoutes, userRemovalRoutes, userRoutes } from '#features/accounts/team/user-routes.ts'
import { createUsers } from '#features/accounts/team/users.ts'
import type { ListRecipients } from '#shared/notifications/recipient.ts'
import type { Permission } from '#shared/permissions.ts'
import type { FindNames, SignedInUser } from '#shared/user.ts'
import { siteSettings } from '#site/settings.ts'
import { ensureFirstUser } from './first-user.ts'
import { forgetEndedJob } from './jobs.ts'
import { createLoginLimiter } from './login-limiter.ts'
import { createNotices, type NoticesOf } from './notices.ts'
import { createPasswordCheck } from './password-rules.ts'
import { createStrengthEstimate } from './password-strength.ts'
import { accountPermissions } from './permissions.ts'
import { createRecovery, type RecoveryOptions } from './recovery.ts'
import { createResetStore } from './reset-store.ts'
import { signInRoutes } from './routes.ts'
import { sessionRoutes, signedInRoutes } from './session-routes.ts'
import { createSessionStore, findUserAgent } from './session-store.ts'
import { createSessionOpener, createSessions } from './sessions.ts'
import { createUserStore, hasUsers } from './store.ts'

interface AccountNeeds extends Pick<RecoveryOptions, 'post'>, Pick<InvitationOptions, 'notify'> {
  cutSquares: CutSquares
  /** The permissions of all features. */
  listPermissions(): readonly Permission[]
  findDeleted: FindDeleted
}

type ServiceNeeds = Pick<AccountNeeds, 'post' | 'notify' | 'cutSquares'>

function createAccountServices(core: Core, { post, notify, cutSquares }: ServiceNeeds) {
  const { clock, config, siteName, publicUrl, workers, encryption } = core
  // People can sign in while other requests hold all other connections.
  const { db, pool } = core.reserve
  const store = createUserStore(db)
  const sessionStore = createSessionStore(db)
  const resets = createResetStore(db)
  const checkNewPassword = createPasswordCheck(siteName, createStrengthEstimate(workers))
  const limiter = createLoginLimiter(pool)
  const noticesOf = createNoticesOf(core, post)
  const openSession = createSessionOpener({ clock, limits: config.sessions })
  const secondFactor = createSecondFactor({
    ...{ db: core.db, signInDb: db, pool, clock, encryption, publicUrl, siteName, openSession },
    notify: createFactorNotices(noticesOf),
  })
  const sessions = createSessions({
    ...{ db, users: store, store: sessionStore, clock, limiter, limits: config.sessions, openSession },
    askForSecondFactor: secondFactor.steps.ask,
  })
  const canSend = config.mail.smtpUrl !== undefined
  const addresses = createAddresses({ db, clock, publicUrl, post, noticesOf, canSend })
  const pictures = createOwnPictures({ db: core.db, cutSquares })
  const profiles = createProfiles({
    ...{ db, store, sessions: sessionStore, clock, limiter, checkNewPassword, addresses, noticesOf },
  })
  const recovery = createRecovery({
    ...{ users: store, store: resets, clock, publicUrl, checkNewPassword, post, noticesOf, canSend },
    limiter: createLoginLimiter(pool, 'reset-'),
  })
  async function findNames(ids: readonly string[]): Promise<Map<string, string>> {
    return new Map((await store.list(ids)).map(({ id, name }) => [id, name]))
  }
  async function findActiveUsers(ids: readonly string[]): Promise<Map<string, SignedInUser>> {
    return new Map((await listActiveUsers(db, ids)).map((user) => [user.id, toUser(user)]))
  }
  const users = createUsers({
    ...{ db: core.db, clock, findNames, noticesOf },
    summarizeSessions: sessions.summarize,
    listWithSecondFactor: (ids) => listWithSecondFactor(db, ids),
  })
  const invitations = createInvitations({
    ...{ db: core.db, clock, publicUrl, checkNewPassword, findNames, post, notify, canSend },
    defaultLanguage: () => core.settings.get(siteSettings.defaultLanguage),
    getUser: users.get,
    openSession,
  })
  return {
    ...{ sessions, secondFactor, addresses, pictures, profiles, recovery, users, invitations, findNames },
    findActiveUsers,
    listRecipients: createRecipients(core),
    listTeam: async () => pictures.addTo(await listTeam(db)),
    listUsers: store.list,
    jobs: [
      forgetEndedJob({
        ...{ sessions: sessionStore, resets, addresses: createAddressStore(db), clock },
        forgetFactors: (now) => forgetEndedFactors(db, now),
      }),
    ],
    /** Creates the first admin when there is no user. */
    hasUsers: () => hasUsers(db),
    ensureFirstUser: () => ensureFirstUser({ db, checkNewPassword }, config.admin),
  }
}

/** The users of the admin, their sessions and their passwords. */
export function createAccountFeature(core: Core, { listPermissions, findDeleted, ...needs }: AccountNeeds) {
  const services = createAccountServices(core, needs)
  const { sessions, secondFactor, addresses, pictures, profiles, recovery, users, invitations } = services
  const {
    listTeam: listMembers,
    listUsers,
    findNames,
    jobs,
    ensureFirstUser: ensureFirst,
    hasUsers,
  } = services
  return {
    permissions: accountPermissions,
    notifications: createAccountNotifications({ findNames, translator: core.translator }),
    apiParts,
    routes: [
      signInRoutes({ sessions, recovery }),
      signedInRoutes({ sessions }),
      profileRoutes({ profiles }),
      passwordRoutes({ profiles }),
      addressRoutes({ profiles, addresses }),
      ownPictureRoutes({ profiles, pictures }),
      ownPictureUploadRoutes({ profiles, pictures }),
      sessionRoutes({ sessions }),
      stepRoutes(secondFactor),
      confirmationRoutes(secondFactor),
      factorRoutes(secondFactor),
      totpRoutes(secondFactor),
      passkeyRoutes(secondFactor),
      factorResetRoutes(secondFactor),
      teamRoutes({ listTeam: listMembers, listPermissions }),
      userRoutes({ users, invitations }),
      userChangeRoutes({ users }),
      userRemovalRoutes({ users }),
      invitationRoutes({ invitations }),
    ],
    jobs,
    backup: createAccountBackup(findDeleted),
    findSession: sessions.find,
    /** The user of a session that is still open. */
    async findMember(sessionId: string): Promise<SignedInUser | undefined> {
      const user = await sessions.findUser(sessionId)
      return user && toUser(user)
    },
    ensureFirstUser: ensureFirst,
    hasUsers,
    canRecover: recovery.canSend,
    listUsers,
    listTeam: listMembers,
    findNames,
    findActiveUsers: services.findActiveUsers,
    listRecipients: services.listRecipients,
  } satisfies Feature & { findNames: FindNames } & Record<string, unknown>
}

const apiParts = [
  {
    name: 'Signing in',
    description:
      'The token that the other calls ask for, new passwords, and the password once more for what cannot be undone.',
    group: 'session',
  },
  {
    name: 'Own account',
    description: 'A user’s own profile, picture, address, password and signed-in devices.',
    group: 'session',
  },
  {
    name: 'Team',
    description: 'Who is in the team, who is invited to it, and what each may do.',
    group: 'team',
  },
] satisfies Feature['apiParts']

/** The notices about changes of accounts, with what the settings say of users who have chosen nothing. */
function createNoticesOf(core: Core, post: RecoveryOptions['post']) {
  const { clock, publicUrl, translator, settings } = core
  return createNotices({
    ...{ clock, publicUrl, translator, post },
    defaults: () => ({
      language: settings.get(siteSettings.defaultLanguage),
      timeZone: settings.get(siteSettings.timeZone),
    }),
  })
}

/** Lists the users who can be told something, with what the settings say of those who have chosen nothing. */
function createRecipients({ reserve, settings }: Core): ListRecipients {
  return async (ids) =>
    (await listActiveUsers(reserve.db, ids)).map(
      ({ id, name, email, role, languages, language, timeZone, createdAt }) => ({
        ...{ id, name, email, role, languages, createdAt },
        language: language ?? settings.get(siteSettings.defaultLanguage),
        timeZone: timeZone ?? settings.get(siteSettings.timeZone),
      }),
    )
}

/** Tells users of changes of their second factor, which they or an admin have made. */
function createFactorNotices(noticesOf: NoticesOf): NotifyOfFactor {
  return async (transaction, { userId, sessionId }, change) => {
    const userAgent = sessionId && (await findUserAgent(transaction, sessionId))
    const origin = sessionId ? { userAgent: userAgent ?? '' } : 'admin'
    await noticesOf(transaction).send(userId, change, { origin })
  }
}
