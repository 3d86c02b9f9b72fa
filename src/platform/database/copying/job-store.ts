import type { ClientBase } from 'pg'
import { getConstructionPlans } from 'pg-boss'
import type { SnapshotTable } from './snapshot-store.ts'

/** The schema of the queue of jobs, which the library makes for itself, without migrations. */
export const jobSchema = 'jobs'

/** What must not be lost, in the order of its foreign keys. The rest are figures that the library counts anew. */
const kept = ['queue', 'schedule', 'subscription', 'job', 'job_dependency']

type JobTable = Pick<SnapshotTable, 'name' | 'columns' | 'isPartitioned'>

/** The tables of the queue; none where no process has ever started. */
export async function listJobTables(client: ClientBase): Promise<JobTable[]> {
  const { rows } = await client.query<JobTable>(
    `SELECT relname AS name, relkind = 'p' AS "isPartitioned",
       ARRAY (SELECT attname::text FROM pg_attribute
              WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns
     FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE nspname = $1 AND relname = ANY ($2) ORDER BY array_position($2, relname::text)`,
    [jobSchema, kept],
  )
  return rows
}

/**
 * Makes the tables of the queue as this version of the library wants them, in the transaction of the caller. Returns those that both
 * have, with the columns that both have: the other database may be of another version.
 */
export async function createJobTables(client: ClientBase, others: readonly JobTable[]): Promise<JobTable[]> {
  if (others.length === 0) return []
  const plan = getConstructionPlans(jobSchema).replace(/^\s*(BEGIN|COMMIT);\s*$/gm, '')
  await client.query(plan)
  // The plan has limits of its own.
  await client.query('SET LOCAL lock_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0')
  const own = new Map((await listJobTables(client)).map((table) => [table.name, table]))
  return others.flatMap((table) => {
    const columns = own.get(table.name)?.columns
    return columns ? [{ ...table, columns: table.columns.filter((column) => columns.includes(column)) }] : []
  })
}
