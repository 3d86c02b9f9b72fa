import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { authorOfWork, authorSetting } from '#platform/database/change-author.ts'
import { maintenanceLock } from '#platform/database/maintenance.ts'
import { migrationLock } from '#platform/postgres.ts'
import { lease } from '#platform/revision-connection.ts'

/** The advisory lock of whoever restores, from the first check to the end; any fixed number. */
export const restoreLock = 7_203_646

/** A connection that restores, alone in this database. All that it holds ends with it, and so with this process. */
export interface RestoreSession {
  readonly client: pg.Client
  /** Closes the site in every process; resolves once none answers any more from the data. */
  close(): Promise<void>
  /** Opens the site again. */
  open(): Promise<void>
  /** Ends it; what it has not committed is as if it had never been. */
  end(): Promise<void>
}

/** Begins to restore; undefined while another does. */
export async function beginRestore(url: string): Promise<RestoreSession | undefined> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'firmeza restore',
    keepAlive: true,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    if (!(await prepare(client))) {
      await client.end()
      return undefined
    }
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
  return {
    client,
    async close() {
      // Processes that start meanwhile wait, as for a migration.
      await client.query('SELECT pg_advisory_lock($1)', [migrationLock])
      await client.query('SELECT pg_advisory_lock($1)', [maintenanceLock])
      // By now every process has noticed it, or answers nothing until it has.
      await sleep(lease + 100)
    },
    async open() {
      await client.query('SELECT pg_advisory_unlock_all()')
    },
    end: () => client.end(),
  }
}

async function prepare(client: pg.Client): Promise<boolean> {
  // A machine that disappears must not keep the site closed for hours.
  const settings = { tcp_keepalives_idle: '5', tcp_keepalives_interval: '5', tcp_keepalives_count: '3' }
  for (const [name, value] of Object.entries({ ...settings, [authorSetting]: authorOfWork() }))
    await client.query('SELECT set_config($1, $2, false)', [name, value])
  await client.query('SET statement_timeout = 0')
  const { rows } = await client.query<{ own: boolean }>('SELECT pg_try_advisory_lock($1) AS own', [
    restoreLock,
  ])
  return rows[0]?.own === true
}
