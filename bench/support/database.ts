import pg from 'pg'

/** Creates an empty database on the server of another one. */
export async function createDatabase(neighbourUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: neighbourUrl })
  await client.connect()
  const { rows } = await client.query<{ ctype: string }>(
    'SELECT datctype AS ctype FROM pg_database WHERE datname = current_database()',
  )
  await client.query(`CREATE DATABASE ${name} TEMPLATE template0 LC_CTYPE '${rows[0]?.ctype ?? 'C'}'`)
  await client.end()
  const url = new URL(neighbourUrl)
  url.pathname = name
  return url.href
}
