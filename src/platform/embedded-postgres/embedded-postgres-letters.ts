import type pg from 'pg'
import type { Logger } from '#platform/log.ts'

/**
 * LC_CTYPE decides which characters are letters for pg_trgm, whatever the locale provider. These know the letters of all
 * scripts; the names differ by operating system. Order and case come from the builtin locale, which needs none of them.
 */
const ctypes = ['C.UTF-8', 'C.utf8', 'en_US.UTF-8', 'en_US.utf8']

/** Set on the database while its search indexes were built with another LC_CTYPE. */
const staleFlag = 'firmeza.search_indexes'

interface Move {
  /** Connects as the superuser; `postgres` can always be connected to, as its LC_CTYPE is C. */
  connect(database: string): Promise<pg.Client>
  database: string
  log: Logger
}

/** SQL that creates a database whose search knows the letters of all scripts, where this machine does. */
export async function writeCreation(client: pg.Client, database: string, owner: string): Promise<string> {
  const ctype = (await findCtype(client)) ?? 'C'
  return `CREATE DATABASE ${database} OWNER ${owner} TEMPLATE template0 ENCODING 'UTF8'
    LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8' LC_COLLATE 'C' LC_CTYPE '${ctype}'`
}

/**
 * Gives a database of an earlier version, or of another machine, an LC_CTYPE of this machine that knows all letters. Only
 * the indexes of pg_trgm depend on it (decision 0030). They are marked in the same transaction and rebuilt afterwards; a start
 * that was cut in between goes on with it.
 */
export async function moveLetters({ connect, database, log }: Move): Promise<void> {
  const main = await connect('postgres')
  try {
    const { rows } = await main.query<{ ctype: string }>(
      'SELECT datctype AS ctype FROM pg_database WHERE datname = $1',
      [database],
    )
    const current = rows[0]?.ctype ?? 'C'
    const isUsable = current === 'C' || (await isKnown(main, current))
    const wanted = isUsable && current !== 'C' ? current : ((await findCtype(main)) ?? 'C')
    if (wanted !== current) {
      log.info({ from: current, to: wanted }, 'the search gets the letters of all scripts')
      await main.query('BEGIN')
      await main.query('UPDATE pg_database SET datctype = $2 WHERE datname = $1', [database, wanted])
      await main.query(`ALTER DATABASE ${database} SET ${staleFlag} = 'stale'`)
      await main.query('COMMIT')
    }
    // Connections of a killed process would write with the old letters.
    await main.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
       WHERE datname = $1 AND $2 AND pid <> pg_backend_pid()`,
      [database, wanted !== current],
    )
    await rebuildIfStale({ connect, database, log }, main)
  } finally {
    await main.end()
  }
}

async function rebuildIfStale({ connect, database, log }: Move, main: pg.Client): Promise<void> {
  const client = await connect(database)
  try {
    const { rows } = await client.query<{ state: string | null }>(
      'SELECT current_setting($1, true) AS state',
      [staleFlag],
    )
    if (rows[0]?.state !== 'stale') return
    const { rows: indexes } = await client.query<{ name: string; size: string }>(
      `SELECT DISTINCT indexrelid::regclass::text AS name, pg_size_pretty(pg_relation_size(indexrelid)) AS size
       FROM pg_index, unnest(indclass) AS used JOIN pg_opclass ON pg_opclass.oid = used
       WHERE opcname LIKE '%trgm%' ORDER BY name`,
    )
    for (const [index, { name, size }] of indexes.entries()) {
      log.info({ index: name, size, of: `${index + 1}/${indexes.length}` }, 'a search index is rebuilt')
      await client.query(`REINDEX INDEX ${name}`)
    }
    await main.query(`ALTER DATABASE ${database} RESET ${staleFlag}`)
    log.info('the search knows the letters of all scripts')
  } finally {
    await client.end()
  }
}

async function findCtype(client: pg.Client): Promise<string | undefined> {
  for (const name of ctypes) if (await isKnown(client, name)) return name
  return undefined
}

/** Whether the operating system has a locale: PostgreSQL sets no other for its dates. */
async function isKnown(client: pg.Client, locale: string): Promise<boolean> {
  try {
    await client.query("SELECT set_config('lc_time', $1, false)", [locale])
    return true
  } catch {
    return false
  }
}
