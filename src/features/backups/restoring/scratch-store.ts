import pg from 'pg'
import type { Archive } from '#features/backups/archive/archive.ts'
import { loadTables } from '#features/backups/archive/loading.ts'

/** Loads the rows of an archive into a database that has its schema. */
export async function loadArchive(url: string, archive: Archive): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('BEGIN')
    await loadTables(client, archive)
    await client.query('COMMIT')
  } finally {
    await client.end()
  }
}

/** How many rows tables have, by their names. */
export async function countRows(url: string, tables: readonly string[]): Promise<Map<string, number>> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    const counts = new Map<string, number>()
    for (const table of tables) {
      const { rows } = await client.query<{ count: string }>(`SELECT count(*) FROM public."${table}"`)
      counts.set(table, Number(rows[0]?.count))
    }
    return counts
  } finally {
    await client.end()
  }
}
