import pg from 'pg'

/**
 * Whether the search of a database knows the letters of all scripts. With the LC_CTYPE `C`, pg_trgm takes only those of
 * ASCII for letters: other words are found all the same, but by reading the whole table, and never with a typo.
 */
export async function knowsAllLetters(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  return hasAllLetters(client).finally(() => client.end())
}

/** The same of a database that is connected to. */
export async function hasAllLetters(database: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await database.query<{ known: boolean }>(
    "SELECT bool_and(cardinality(show_trgm(word)) > 0) AS known FROM unnest('{привет,مرحبا,你好}'::text[]) AS word",
  )
  return rows[0]?.known === true
}
