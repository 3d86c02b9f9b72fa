import { and, asc, inArray, isNotNull, isNull } from 'drizzle-orm'
import { type UserRow, users } from '#features/accounts/table.ts'
import type { Database } from '#platform/postgres.ts'
import type { TeamMember } from '#shared/user.ts'

/** Everybody of the team who can sign in, by name. */
export async function listTeam(db: Database): Promise<TeamMember[]> {
  const { id, name, role, languages } = users
  return db
    .select({ id, name, role, languages })
    .from(users)
    .where(and(isNotNull(users.passwordHash), isNull(users.disabledAt)))
    .orderBy(asc(name), asc(id))
}

/** The users who can sign in: some, or all. */
export async function listActiveUsers(db: Database, ids?: readonly string[]): Promise<UserRow[]> {
  if (ids?.length === 0) return []
  return db
    .select()
    .from(users)
    .where(and(ids && inArray(users.id, [...ids]), isNotNull(users.passwordHash), isNull(users.disabledAt)))
}
