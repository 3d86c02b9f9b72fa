import pg from 'pg'
import { findMoved, markMoved } from '#platform/database/moved-mark.ts'
import { findReason } from '#platform/database/start-failures.ts'
import { messageOf } from '#platform/log.ts'
import { migrationLock } from '#platform/postgres.ts'
import { lockSpace } from '#platform/revision-connection.ts'
import { type Copied, CopyError, type CopyProgress, copyDatabase } from './copy.ts'
import { jobSchema } from './job-store.ts'
import { setCopying } from './snapshot-store.ts'
import { checkTarget } from './target.ts'

interface Move {
  sourceUrl: string
  targetUrl: string
  /** What the target is called in what is said of the source afterwards. */
  place: string
  onProgress?(progress: CopyProgress): void
}

/** How long what another process is just writing is waited for. */
const patience = '10s'

/**
 * Moves everything of the product from one database into another, empty one. Nobody may write meanwhile; then the source is marked,
 * and the product refuses it. Killed at any moment before, the target is empty and the source as it was.
 * @throws {CopyError} when it cannot be done
 */
export async function moveDatabase({ sourceUrl, targetUrl, place, onProgress }: Move): Promise<Copied> {
  const source = open(sourceUrl)
  const target = open(targetUrl)
  try {
    await target.connect().catch((error: unknown) => {
      const reason = findReason(error, target)
      throw reason === undefined
        ? error
        : new CopyError(`The new database cannot be used: ${reason}.`, { cause: error })
    })
    await source.connect()
    await checkTarget(target)
    await closeSource(source)
    const copied = await copyDatabase({
      ...{ source, target },
      ...(onProgress && { onProgress }),
      // One that was just starting when this began.
      beforeCommit: () => refuseLive(source),
    }).catch((error: unknown) => {
      throw explain(error, 'The data could not be moved, and both databases are as before')
    })
    await close(source, place).catch((error: unknown) => {
      throw explain(
        error,
        'Everything is in the new database, but the present one could not be closed: empty the new one and move again',
      )
    })
    return copied
  } finally {
    await Promise.all([source, target].map((client) => client.end().catch(() => {})))
  }
}

/** Has every process refuse a database from now on. */
async function close(source: pg.Client, place: string): Promise<void> {
  await markMoved(source, { place })
  await source.query('COMMIT')
}

/** An error that does not say which of the two databases it is about, as a sentence. */
const explain = (error: unknown, outcome: string): CopyError =>
  error instanceof CopyError ? error : new CopyError(`${outcome}: ${messageOf(error)}.`, { cause: error })

function open(url: string): pg.Client {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true })
  // The statement that runs reports it, or the next one.
  client.on('error', () => {})
  return client
}

/** Begins a transaction in which nobody else can write. A process that starts meanwhile waits as for a migration. */
async function closeSource(source: pg.Client): Promise<void> {
  const { rows } = await source.query<{ own: boolean }>('SELECT pg_try_advisory_lock($1) AS own', [
    migrationLock,
  ])
  if (!rows[0]?.own)
    throw new CopyError('A process of the product is just starting on the present database: stop it first.')
  await refuseLive(source)
  const mark = await findMoved(source)
  if (mark) throw new CopyError(`The data of this database was already moved to ${mark.place}.`)
  const { rows: tables } = await source.query<{ name: string }>(
    `SELECT format('%I.%I', nspname, relname) AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE nspname IN ('public', $1) AND relkind IN ('r', 'p') AND NOT relispartition`,
    [jobSchema],
  )
  await source.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
  await setCopying(source)
  await source.query(`SET LOCAL lock_timeout = '${patience}'`)
  // Before anything is read, which is when its state of the data is fixed.
  if (tables.length > 0)
    await source
      .query(`LOCK TABLE ${tables.map(({ name }) => name).join(', ')} IN SHARE MODE`)
      .catch((error: unknown) => {
        throw new CopyError('Somebody else is writing into the present database: end that first.', {
          cause: error,
        })
      })
}

/** @throws {CopyError} while the product runs: it would go on writing where nobody reads any more */
async function refuseLive(source: pg.Client): Promise<void> {
  const { rows } = await source.query(
    `SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = ${lockSpace} AND objsubid = 2
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  )
  if (rows.length > 0)
    throw new CopyError(
      'Stop every process of the product first: what they write meanwhile would be missing in the new database.',
    )
}
