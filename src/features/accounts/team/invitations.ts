import type { Notify } from '#feature.ts'
import type {
  Acceptance,
  Invitation,
  InvitationDraft,
  Invited,
  LoginResponse,
  ManagedUser,
} from '#features/accounts/contract.ts'
import { mostUsers } from '#features/accounts/contract.ts'
import { hashPassword, hashToken, keyOf, makeToken } from '#features/accounts/credentials.ts'
import { type PasswordCheck, requireGoodPassword } from '#features/accounts/password-rules.ts'
import { toUser } from '#features/accounts/profile/profiles.ts'
import type { RequestOrigin } from '#features/accounts/request-origin.ts'
import type { OpenSession } from '#features/accounts/sessions.ts'
import type { UserRow } from '#features/accounts/table.ts'
import { lockUser, lockUsers } from '#features/accounts/user-lock-store.ts'
import { isNameTaken } from '#features/accounts/user-name-store.ts'
import type { MailOrder } from '#features/mail/model.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import { notificationOf } from '#shared/notifications/type.ts'
import { Problem } from '#shared/problem.ts'
import type { FindNames, User } from '#shared/user.ts'
import { createInvitationStore } from './invitation-store.ts'
import { userJoined } from './notifications.ts'
import { createTeamUserStore } from './user-store.ts'

const day = 24 * 3_600_000
/** How long a link works, in days. The texts of the mail and of the panel name it. */
const daysValid = 7

export interface InvitationOptions {
  /** Tells admins, in a transaction. */
  notify: Notify
  db: Database
  clock: Clock
  publicUrl: string
  /** Whether mails are sent; otherwise whoever invites passes the link on. */
  canSend: boolean
  /** The language of mails to users who have chosen none. */
  defaultLanguage(): Language
  checkNewPassword: PasswordCheck
  findNames: FindNames
  /** Orders mails in a transaction. */
  post(transaction: Database, orders: MailOrder[]): Promise<void>
  getUser(id: string): Promise<ManagedUser>
  openSession: OpenSession
}

/** The rules of inviting people to the team. */
export function createInvitations(options: InvitationOptions) {
  const { db, clock, publicUrl, canSend, post, getUser } = options

  /** Invites a user with a new link; returns the link when no mail carries it. */
  async function sendLink(
    transaction: Database,
    user: Pick<UserRow, 'id' | 'name' | 'language'>,
    email: string,
    by: User,
  ): Promise<string | null> {
    const token = makeToken()
    const tokenHash = hashToken(token)
    const link = `${publicUrl}/invitation/${token}`
    const now = clock.now()
    await createInvitationStore(transaction).set({
      ...{ userId: user.id, tokenHash, email, byMail: canSend, invitedBy: by.id },
      sentAt: now,
      expiresAt: new Date(now.getTime() + daysValid * day),
    })
    if (!canSend) return link
    const to = {
      ...{ email, name: user.name, userId: user.id },
      language: user.language ?? options.defaultLanguage(),
    }
    await post(transaction, [
      {
        cause: `user_invitation:${tokenHash}`,
        kind: 'user_invitation',
        to,
        variables: { name: user.name, inviter: by.name },
        actionUrl: link,
      },
    ])
    return null
  }

  return {
    /** Adds a user who signs in with the address once they have accepted. @throws {Problem} 409 known address, full team */
    async invite({ email, name, role, languages, language }: InvitationDraft, by: User): Promise<Invited> {
      const { id, link } = await db.transaction(async (transaction) => {
        const within = createTeamUserStore(transaction)
        await lockUsers(transaction)
        const key = keyOf(email)
        if (await isNameTaken(transaction, key)) {
          throw new Problem('user_email_taken', 409, {
            fields: [{ field: 'email', code: 'user_email_taken' }],
          })
        }
        if ((await within.count()) >= mostUsers) {
          throw new Problem('team_full', 409, { params: { limit: mostUsers } })
        }
        const user = await within.insert({
          ...{ username: email, usernameKey: key, name: name || email, role, languages, language },
          createdAt: clock.now(),
        })
        return { id: user.id, link: await sendLink(transaction, user, email, by) }
      })
      return { user: await getUser(id), link }
    },

    /** Invites somebody again; their earlier link no longer works. @throws {Problem} 404; 409 they have accepted */
    async inviteAgain(id: string, by: User): Promise<Invited> {
      const link = await db.transaction(async (transaction) => {
        const within = createTeamUserStore(transaction)
        await lockUsers(transaction)
        const found = await within.find(id)
        if (!found) throw new Problem('user_not_found', 404)
        const { user, invitation } = found
        if (!invitation || user.passwordHash !== null) throw new Problem('user_not_invited', 409)
        return sendLink(transaction, user, invitation.email, by)
      })
      return { user: await getUser(id), link }
    },

    ...createAcceptance(options),
  }
}
export type Invitations = ReturnType<typeof createInvitations>

/** What somebody does who follows the link of an invitation. */
function createAcceptance(options: InvitationOptions) {
  const { db, clock, checkNewPassword, findNames, openSession, notify } = options
  const store = createInvitationStore(db)

  /** @throws {Problem} 410 */
  async function getInvited(tokenHash: string) {
    const found = await store.find(tokenHash, clock.now())
    if (!found || !isInvited(found.user)) throw new Problem('invitation_expired', 410)
    return found
  }

  return {
    /** What a link invites to. @throws {Problem} 410 */
    async describe(token: string): Promise<Invitation> {
      const { user, invitation } = await getInvited(hashToken(token))
      const { username, name, role, languages } = toUser(user)
      const names = await findNames(invitation.invitedBy === null ? [] : [invitation.invitedBy])
      return {
        ...{ username, role, languages },
        name: name === invitation.email ? '' : name,
        email: invitation.email,
        invited_by: names.get(invitation.invitedBy ?? '') ?? null,
      }
    },

    /** Accepts an invitation and signs in. @throws {Problem} 410; 422 a password that is easy to guess */
    async accept({ token, name, password }: Acceptance, origin: RequestOrigin): Promise<LoginResponse> {
      const tokenHash = hashToken(token)
      // Checked first, so that guessing does not cost a password hash.
      const { user, invitation } = await getInvited(tokenHash)
      const owner = { username: user.username, name, email: invitation.email }
      await requireGoodPassword(checkNewPassword, password, owner)
      const passwordHash = await hashPassword(password)
      return db.transaction(async (transaction) => {
        const within = createTeamUserStore(transaction)
        await lockUsers(transaction)
        const invited = await lockUser(transaction, user.id)
        const taken = await createInvitationStore(transaction).take(tokenHash, clock.now())
        if (!taken || !invited || !isInvited(invited)) throw new Problem('invitation_expired', 410)
        const emailKey = keyOf(taken.email)
        const isFree = !(await isNameTaken(transaction, emailKey, user.id))
        const address = isFree ? { email: taken.email, emailKey } : {}
        await within.update(user.id, { name, passwordHash, ...address })
        const session = await openSession(transaction, user.id, origin)
        const data = { user_id: user.id }
        await notify(transaction, [notificationOf(userJoined, { data, at: clock.now(), actorId: user.id })])
        return session
      })
    },
  }
}

/** Whether a user has not got a password in another way meanwhile. */
const isInvited = ({ passwordHash, disabledAt }: UserRow) => passwordHash === null && disabledAt === null
