import type { ClientBase } from 'pg'
import { getConstructionPlans } from 'pg-boss'
import { type CopiedTable, storedColumns } from './snapshot-store.ts'

/** The schema of the queue of jobs, which the library makes for itself, without migrations. */
export const jobSchema = 'jobs'

/** What must not be lost, in the order of its foreign keys. The rest are figures that the library counts anew. */
const kept = ['queue', 'schedule', 'subscription', 'job', 'job_dependency']

/** The tables of the queue; none where no process has ever started. */
export async function listJobTables(client: ClientBase): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable>(
    `SELECT relname AS name, relkind = 'p' AS "isPartitioned", ${storedColumns} AS columns
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
export async function createJobTables(
  client: ClientBase,
  others: readonly CopiedTable[],
): Promise<CopiedTable[]> {
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
