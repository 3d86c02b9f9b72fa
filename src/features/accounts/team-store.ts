import { asc } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import type { TeamMember } from '#shared/user.ts'
import { users } from './table.ts'

/** Everybody of the team, by name. */
export async function listTeam(db: Database): Promise<TeamMember[]> {
  const { id, name, role } = users
  return db.select({ id, name, role }).from(users).orderBy(asc(name), asc(id))
}
