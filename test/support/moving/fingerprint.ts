import pg from 'pg'
import { listJobTables } from '#platform/database/copying/job-store.ts'
import { RowHash } from '#platform/database/copying/row-hash.ts'
import { copyRows, describeContents, setCopying } from '#platform/database/copying/snapshot-store.ts'

/** Everything that a database holds: the count and the hash of the rows of each table, the numbers given, the migrations. */
export async function readFingerprint(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY')
    await setCopying(client)
    const { tables, sequences, migrations, partitions } = await describeContents(client)
    const all = [
      ...tables.map((table) => ({ ...table, schema: 'public' })),
      ...(await listJobTables(client)).map((table) => ({ ...table, schema: 'jobs' })),
    ]
    const rows: Record<string, [number, string]> = {}
    for (const table of all) {
      const hash = new RowHash()
      for await (const chunk of copyRows(client, table, table.schema)) hash.update(chunk)
      const digest = hash.digest()
      rows[`${table.schema}.${table.name}`] = [hash.rows, digest]
    }
    return { rows, sequences, migrations, partitions }
  } finally {
    await client.end()
  }
}
