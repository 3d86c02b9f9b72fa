import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import { StartError } from '#platform/start-error.ts'
import type { Secrets } from './secrets.ts'

/** The space of advisory locks by which live processes tell each other their secrets apart. */
export const secretLockSpace = 7_203_644

/** The numbers of the locks for the secrets of a process: 31 bits of a hash, from which no secret can be found. */
export function marksOf({ current, earlier }: Secrets): number[] {
  return [current, ...earlier].map(
    (secret) => createHash('sha256').update(`mark of the secret ${secret}`).digest().readUInt32BE() >>> 1,
  )
}

/**
 * Checks that this process and all others that live know a common secret: otherwise each would refuse what the others sign and
 * encrypt. One that knows only another is of another machine with a file `secret-key` of its own, or wrongly configured.
 * @throws {StartError}
 */
export async function checkMarks(db: Database, marks: readonly number[]): Promise<void> {
  const { rows } = await db.execute<{ marks: number[] }>(
    sql`SELECT array_agg(objid::bigint::int) AS marks FROM pg_locks
        WHERE locktype = 'advisory' AND classid = ${secretLockSpace} AND objsubid = 2
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        GROUP BY pid`,
  )
  const isStranger = (others: readonly number[]) => !others.some((mark) => marks.includes(mark))
  if (!rows.some((row) => isStranger(row.marks))) return
  throw new StartError(
    'Another process that runs on this database has another secret. Set the same SECRET_KEY in every process; without it, each machine makes one of its own, in the file secret-key of DATA_DIR. To replace the secret, name the present one in SECRET_KEY_OLD.',
  )
}
