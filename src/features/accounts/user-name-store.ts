import { and, eq, ne, or } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import { users } from './table.ts'

/**
 * Whether a name or address, as `keyOf` writes it, belongs to a user, or to one other than `exceptId`. It stays true only in
 * a transaction that has locked the users.
 */
export async function isNameTaken(db: Database, key: string, exceptId?: string): Promise<boolean> {
  const others = exceptId === undefined ? undefined : ne(users.id, exceptId)
  const isTheirs = or(eq(users.usernameKey, key), eq(users.emailKey, key))
  return (await db.$count(users, and(isTheirs, others))) > 0
}
