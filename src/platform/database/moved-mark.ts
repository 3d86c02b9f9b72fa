import pg from 'pg'
import { StartError } from '#platform/start-error.ts'

/** In the schema of the migrations' journal, which no backup and no move copies. */
const table = 'drizzle.moved_away'

/** Where the data of a database was moved to, and when. */
interface MovedMark {
  /** Without a password. */
  place: string
  at: Date
}

/** Marks a database whose data goes on elsewhere, in the transaction of the caller. */
export async function markMoved(
  client: pg.ClientBase,
  { place, at = new Date() }: Pick<MovedMark, 'place'> & Partial<MovedMark>,
): Promise<void> {
  await client.query(`CREATE TABLE IF NOT EXISTS ${table} (place text NOT NULL, at timestamptz NOT NULL)`)
  await client.query(`INSERT INTO ${table} (place, at) VALUES ($1, $2)`, [place, at])
}

/** The mark of a database; undefined when its data was not moved. */
export async function findMoved(client: pg.ClientBase): Promise<MovedMark | undefined> {
  const { rows } = await client.query<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS exists', [
    table,
  ])
  if (!rows[0]?.exists) return undefined
  const marks = await client.query<MovedMark>(`SELECT place, at FROM ${table} ORDER BY at DESC LIMIT 1`)
  return marks.rows[0]
}

/**
 * Refuses a database whose data was moved: what is written into it would be missing where it is now.
 * @throws {StartError}
 */
export async function refuseMoved(client: pg.ClientBase): Promise<void> {
  const mark = await findMoved(client)
  if (!mark) return
  throw new StartError(
    `The data of this database was moved to ${mark.place} on ${mark.at.toISOString().slice(0, 10)}: name that place in DATABASE_URL (or remove DATABASE_URL if it is the embedded database). To go on with this one instead, as it was then: npm run admin -- move-database --undo`,
  )
}

/** The same for an address. One that cannot be reached is not refused: whoever needs it will say so. */
export async function refuseMovedAt(url: string): Promise<void> {
  await withClient(url, refuseMoved).catch((error: unknown) => {
    if (error instanceof StartError) throw error
  })
}

/** Takes the mark away. Returns whether there was one. */
export async function unmarkMovedAt(url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    if (!(await findMoved(client))) return false
    await client.query(`DROP TABLE ${table}`)
    return true
  })
}

async function withClient<Result>(url: string, use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return await use(client)
  } finally {
    await client.end().catch(() => {})
  }
}
