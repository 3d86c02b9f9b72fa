import { and, eq, gt } from 'drizzle-orm'
import { type InvitationRow, invitations, type UserRow, users } from '#features/accounts/table.ts'
import type { Database } from '#platform/postgres.ts'

/** The queries on invitations. Pass a transaction to run several of them in one. */
export function createInvitationStore(db: Database) {
  const isOpen = (tokenHash: string, now: Date) =>
    and(eq(invitations.tokenHash, tokenHash), gt(invitations.expiresAt, now))

  return {
    /** Sets the invitation of a user; an earlier link no longer works. */
    async set(invitation: typeof invitations.$inferInsert): Promise<void> {
      const { userId, ...facts } = invitation
      await db
        .insert(invitations)
        .values({ userId, ...facts })
        .onConflictDoUpdate({ target: invitations.userId, set: facts })
    },

    /** The invitation of a link that works. */
    async find(
      tokenHash: string,
      now: Date,
    ): Promise<{ user: UserRow; invitation: InvitationRow } | undefined> {
      const [found] = await db
        .select({ user: users, invitation: invitations })
        .from(invitations)
        .innerJoin(users, eq(users.id, invitations.userId))
        .where(isOpen(tokenHash, now))
      return found
    },

    /** Withdraws the invitation of a user. */
    async remove(userId: string): Promise<void> {
      await db.delete(invitations).where(eq(invitations.userId, userId))
    },

    /** Uses up a link that works; returns its invitation. Of several at once one succeeds. */
    async take(tokenHash: string, now: Date): Promise<InvitationRow | undefined> {
      const [taken] = await db.delete(invitations).where(isOpen(tokenHash, now)).returning()
      return taken
    },
  }
}
