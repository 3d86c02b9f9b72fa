import type pg from 'pg'
import { CopyError } from './copy.ts'
import { jobSchema } from './job-store.ts'

interface Facts {
  version: number
  pid: number
  isReplica: boolean
  encoding: string
  user: string
  mayCreateSchemas: boolean
  mayCreateTables: boolean
  knowsSimilarity: boolean
}

/** Where the product keeps what it has. */
const schemas = ['public', 'drizzle', jobSchema]

/**
 * Makes sure that everything can be copied into a database: it is a PostgreSQL itself, of a version that the product works on, nothing
 * is in it, and the user may make what the product needs.
 * @throws {CopyError} with what is wrong
 */
export async function checkTarget(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Facts>(
    `SELECT current_setting('server_version_num')::int / 10000 AS version, pg_backend_pid() AS pid,
       pg_is_in_recovery() AS "isReplica", current_setting('server_encoding') AS encoding, current_user AS "user",
       has_database_privilege(current_database(), 'CREATE') AS "mayCreateSchemas",
       coalesce(has_schema_privilege(to_regnamespace('public')::oid, 'CREATE'), false) AS "mayCreateTables",
       EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') AS "knowsSimilarity"`,
  )
  const fault = (rows[0] && findFault(rows[0], client)) ?? (await findContents(client))
  if (fault !== undefined) throw new CopyError(`The new database cannot be used: ${fault}.`)
}

function findFault(facts: Facts, { processID, database }: pg.Client): string | undefined {
  if (facts.version < 15) return `it is PostgreSQL ${facts.version}, and 15 or later is needed`
  if (facts.pid !== processID)
    return 'a pooler such as PgBouncer is in front of it, and the address must lead to PostgreSQL itself'
  if (facts.isReplica) return 'it is a replica, which is read-only'
  if (facts.encoding !== 'UTF8') return `its encoding is ${facts.encoding}, and UTF8 is needed`
  if (!facts.mayCreateSchemas)
    return `the user "${facts.user}" may not make schemas in it (GRANT CREATE ON DATABASE "${database}" TO "${facts.user}")`
  if (!facts.mayCreateTables)
    return `the user "${facts.user}" may not make tables in its schema public (GRANT CREATE ON SCHEMA public TO "${facts.user}")`
  if (!facts.knowsSimilarity) return 'it does not have the extension pg_trgm (Debian: postgresql-contrib)'
  return undefined
}

async function findContents(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM (
       SELECT pg_class.oid, 'pg_class'::regclass AS catalog, relnamespace AS namespace, format('%I.%I', nspname, relname) AS name
       FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
       UNION ALL
       SELECT pg_proc.oid, 'pg_proc'::regclass, pronamespace, format('%I.%I', nspname, proname)
       FROM pg_proc JOIN pg_namespace ON pg_namespace.oid = pronamespace
     ) AS present
     WHERE namespace IN (SELECT oid FROM pg_namespace WHERE nspname = ANY ($1))
       AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = catalog AND objid = present.oid AND deptype = 'e')
     ORDER BY name COLLATE "C" LIMIT 1`,
    [schemas],
  )
  return rows[0] && `it is not empty (there is ${rows[0].name})`
}
