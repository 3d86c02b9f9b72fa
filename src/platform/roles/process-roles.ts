import { sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'

/** What a process does: answer requests, work in the background, or both. */
export type ProcessRole = 'web' | 'worker' | 'all'

/** How many processes of each role live. */
export type LiveRoles = Readonly<Record<ProcessRole, number>>

/** Whether a process of a role answers the requests of others. */
export const answersRequests = (role: ProcessRole): boolean => role !== 'worker'
/** Whether a process of a role polls, and runs jobs. */
export const worksInBackground = (role: ProcessRole): boolean => role !== 'web'

/** The space of advisory locks in which each live process holds that of its role, on its listening connection. */
export const roleLockSpace = 7_203_647
const numbers: Readonly<Record<ProcessRole, number>> = { web: 1, worker: 2, all: 3 }

/** The number of the lock of a role. */
export const roleLockOf = (role: ProcessRole): number => numbers[role]

/** How many processes of each role listen on this database. */
export async function countLiveRoles(db: Database): Promise<LiveRoles> {
  const { rows } = await db.execute<{ number: number; processes: number }>(
    sql`SELECT objid::bigint::int AS number, count(*)::int AS processes FROM pg_locks
        WHERE locktype = 'advisory' AND classid = ${roleLockSpace} AND objsubid = 2
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        GROUP BY objid`,
  )
  const countOf = (role: ProcessRole) => rows.find(({ number }) => number === numbers[role])?.processes ?? 0
  return { web: countOf('web'), worker: countOf('worker'), all: countOf('all') }
}

/** Whether nobody does the work in the background. */
export const lacksWorker = ({ web, worker, all }: LiveRoles): boolean => web > 0 && worker + all === 0
