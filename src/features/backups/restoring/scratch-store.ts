import pg from 'pg'

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
