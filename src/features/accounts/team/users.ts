import type { ManagedUser, UserChange } from '#features/accounts/contract.ts'
import type { AccountChange, NoticesOf } from '#features/accounts/notices.ts'
import { toUser } from '#features/accounts/profile/profiles.ts'
import type { UserRow } from '#features/accounts/table.ts'
import { lockUser, lockUsers } from '#features/accounts/user-lock-store.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import type { FindNames } from '#shared/user.ts'
import { createTeamUserStore, type TeamUserStore, type UserWithInvitation } from './user-store.ts'

export interface UserOptions {
  db: Database
  clock: Clock
  findNames: FindNames
  /** How many open sessions each of some users has, and when any of theirs was last used. */
  summarizeSessions(ids: readonly string[]): Promise<Map<string, { open: number; lastSeenAt: Date | null }>>
  /** Those of some users who have a second factor, by id. */
  listWithSecondFactor(ids: readonly string[]): Promise<ReadonlySet<string>>
  noticesOf: NoticesOf
}

/** The users of the team, as admins manage them. */
export function createUsers(options: UserOptions) {
  const { db, clock } = options
  const store = createTeamUserStore(db)
  const changeOther = createOtherChange(options)
  const describe = (rows: readonly UserWithInvitation[]) => describeUsers(rows, options)

  /** @throws {Problem} 404 */
  async function get(id: string): Promise<ManagedUser> {
    const found = await store.find(id)
    const [user] = found ? await describe([found]) : []
    if (!user) throw new Problem('user_not_found', 404)
    return user
  }

  return {
    /** Everybody of the team, by name. */
    list: async (): Promise<ManagedUser[]> => describe(await store.list()),

    get,

    /** Changes what a user may do, from their next request on. @throws {Problem} 404, 409 */
    async change(id: string, { role, languages: given }: UserChange, byId: string): Promise<ManagedUser> {
      await changeOther(id, byId, async (within, user, tell) => {
        if (role !== 'admin') await keepAnAdmin(within, user)
        const languages = role !== 'editor' ? null : given === undefined ? user.languages : given
        await within.update(id, { role, languages })
        const isSame = role === user.role && String(languages) === String(user.languages)
        if (!isSame) await tell('role_changed')
      })
      return get(id)
    },

    /** Keeps a user from signing in, and signs them out everywhere at once. @throws {Problem} 404, 409 */
    async disable(id: string, byId: string): Promise<ManagedUser> {
      await changeOther(id, byId, async (within, user, tell) => {
        if (stateOf(user) === 'invited') throw new Problem('user_not_active', 409)
        if (user.disabledAt) return
        await keepAnAdmin(within, user)
        await within.update(id, { disabledAt: clock.now() })
        await within.signOut(id, clock.now())
        await tell('account_disabled')
      })
      return get(id)
    },

    /** Lets a disabled user sign in again. @throws {Problem} 404, 409 */
    async enable(id: string, byId: string): Promise<ManagedUser> {
      await changeOther(id, byId, (within) => within.update(id, { disabledAt: null }))
      return get(id)
    },

    /** Signs a user out everywhere. @throws {Problem} 404, 409 */
    endSessions: (id: string, byId: string): Promise<void> =>
      changeOther(id, byId, (within) => within.signOut(id, clock.now())),

    /** Deletes a user, or withdraws an invitation; what they wrote stays, without their name. @throws {Problem} 404, 409 */
    remove: (id: string, byId: string): Promise<void> =>
      changeOther(id, byId, async (within, user) => {
        await keepAnAdmin(within, user)
        await within.remove(id)
      }),
  }
}
export type Users = ReturnType<typeof createUsers>

/**
 * Changes somebody else's account in a transaction that no other change of users interferes with.
 * @throws {Problem} 404; 409 for one's own account
 */
function createOtherChange({ db, noticesOf }: Pick<UserOptions, 'db' | 'noticesOf'>) {
  return async (
    id: string,
    byId: string,
    work: (
      within: TeamUserStore,
      user: UserRow,
      tell: (change: AccountChange) => Promise<void>,
    ) => Promise<void>,
  ): Promise<void> => {
    await db.transaction(async (transaction) => {
      const within = createTeamUserStore(transaction)
      await lockUsers(transaction)
      await lockUser(transaction, id)
      const found = await within.find(id)
      if (!found) throw new Problem('user_not_found', 404)
      if (id === byId) throw new Problem('own_account', 409)
      const tell = (what: AccountChange) => noticesOf(transaction).send(id, what, { origin: 'admin' })
      await work(within, found.user, tell)
    })
  }
}

async function describeUsers(
  rows: readonly UserWithInvitation[],
  { findNames, summarizeSessions, listWithSecondFactor }: UserOptions,
): Promise<ManagedUser[]> {
  const ids = rows.map(({ user }) => user.id)
  const inviters = rows.flatMap(({ invitation }) => invitation?.invitedBy ?? [])
  const [sessions, names, secured] = await Promise.all([
    summarizeSessions(ids),
    findNames(inviters),
    listWithSecondFactor(ids),
  ])
  return rows.map(({ user, invitation }) => {
    const { open = 0, lastSeenAt = null } = sessions.get(user.id) ?? {}
    return {
      ...toUser(user),
      email: user.email ?? invitation?.email ?? null,
      state: stateOf(user),
      created_at: user.createdAt.toISOString(),
      last_seen_at: latest(lastSeenAt, user.lastSignInAt)?.toISOString() ?? null,
      sessions: open,
      second_factor: secured.has(user.id),
      invitation: invitation && {
        sent_at: invitation.sentAt.toISOString(),
        expires_at: invitation.expiresAt.toISOString(),
        by_mail: invitation.byMail,
        invited_by: (invitation.invitedBy && names.get(invitation.invitedBy)) ?? null,
      },
    }
  })
}

function stateOf({ passwordHash, disabledAt }: UserRow): ManagedUser['state'] {
  if (passwordHash === null) return 'invited'
  return disabledAt ? 'disabled' : 'active'
}

/** @throws {Problem} 409 when nobody else is an admin who can sign in */
async function keepAnAdmin(within: TeamUserStore, user: UserRow): Promise<void> {
  const counts = user.role === 'admin' && stateOf(user) === 'active'
  if (counts && (await within.countOtherAdmins(user.id)) === 0) throw new Problem('last_admin', 409)
}

function latest(one: Date | null, other: Date | null): Date | null {
  if (!one || !other) return one ?? other
  return one > other ? one : other
}
