import { eq, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import type { UserRow } from './table.ts'
import { users } from './table.ts'

/**
 * Lets no other transaction add users or change their names, addresses and roles before this one ends; sign-ins go on.
 * Locks are taken in one order, or transactions would wait for each other: this one, then the row of the user, then what
 * belongs to the user (sessions, links, invitations, challenges, factors).
 */
export async function lockUsers(transaction: Database): Promise<void> {
  await transaction.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('accounts.users', 0))`)
}

/** Locks the row of a user and reads it, so that sign-ins and changes of this user come one after another. */
export async function lockUser(transaction: Database, id: string): Promise<UserRow | undefined> {
  const [user] = await transaction.select().from(users).where(eq(users.id, id)).for('no key update')
  return user
}
