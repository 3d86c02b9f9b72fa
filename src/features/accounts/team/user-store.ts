import { and, asc, eq, isNotNull, isNull, ne } from 'drizzle-orm'
import { createSessionStore } from '#features/accounts/session-store.ts'
import { voidOwnLinks } from '#features/accounts/store.ts'
import { type InvitationRow, invitations, type UserRow, users } from '#features/accounts/table.ts'
import type { Database } from '#platform/postgres.ts'

/** A user with their open invitation, if they have one. */
export interface UserWithInvitation {
  user: UserRow
  invitation: InvitationRow | null
}

/** The queries on the users of the team and their invitations. Pass a transaction to run several of them in one. */
export function createTeamUserStore(db: Database) {
  const selection = () =>
    db
      .select({ user: users, invitation: invitations })
      .from(users)
      .leftJoin(invitations, eq(invitations.userId, users.id))

  return {
    async list(): Promise<UserWithInvitation[]> {
      return selection().orderBy(asc(users.name), asc(users.id))
    },

    async find(id: string): Promise<UserWithInvitation | undefined> {
      const [found] = await selection().where(eq(users.id, id))
      return found
    },

    count: (): Promise<number> => db.$count(users),

    /** How many admins can sign in, without counting one user. */
    async countOtherAdmins(id: string): Promise<number> {
      const isActive = and(isNotNull(users.passwordHash), isNull(users.disabledAt))
      return db.$count(users, and(eq(users.role, 'admin'), isActive, ne(users.id, id)))
    },

    async insert(user: typeof users.$inferInsert): Promise<UserRow> {
      const [added] = await db.insert(users).values(user).returning()
      if (!added) throw new Error('the user was not added')
      return added
    },

    async update(id: string, change: Partial<typeof users.$inferInsert>): Promise<void> {
      await db.update(users).set(change).where(eq(users.id, id))
    },

    async remove(id: string): Promise<void> {
      await db.delete(users).where(eq(users.id, id))
    },

    /** Ends the sessions of a user, and their links to a new password and to another address. */
    async signOut(id: string, now: Date): Promise<void> {
      await createSessionStore(db).revokeAll(id, now)
      await voidOwnLinks(db, id, now)
    },
  }
}
export type TeamUserStore = ReturnType<typeof createTeamUserStore>
