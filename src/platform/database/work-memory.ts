import { sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'

/**
 * Runs statements each step of which may use more memory than usual before PostgreSQL writes files, such as `16MB`.
 * https://www.postgresql.org/docs/current/runtime-config-resource.html#GUC-WORK-MEM
 */
export function runWithMemory<Result>(
  db: Database,
  memory: string,
  run: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (transaction) => {
    await transaction.execute(sql`SELECT set_config('work_mem', ${memory}, true)`)
    return run(transaction)
  })
}
