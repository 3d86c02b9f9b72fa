import type pg from 'pg'
import { type DatabaseVariable, unusable } from './start-failures.ts'

declare module 'pg' {
  interface Client {
    /** The process of PostgreSQL that serves it, as it was told when it connected. */
    readonly processID: number | null
  }
}

/**
 * Refuses a connection that a pooler answers: what is set on it, and locks and notifications, could be those of somebody else. A
 * pooler makes up the number of the process that a client is told, since another may serve each of its transactions.
 * @throws {StartError} when there is a pooler
 */
export async function refusePooler(client: pg.Client, variable: DatabaseVariable): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  if (rows[0]?.pid === client.processID) return
  throw unusable(
    variable === 'DATABASE_URL'
      ? 'a pooler such as PgBouncer is in front of it, so DATABASE_LISTEN_URL must name PostgreSQL itself too'
      : 'a pooler such as PgBouncer is in front of it, and this address must lead to PostgreSQL itself',
    variable,
  )
}

/**
 * Makes sure that an address leads to a database in which another connection holds an advisory lock.
 * @throws {StartError} when it is another database
 */
export async function refuseOtherDatabase(client: pg.Client, lock: number): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>(
    `SELECT pg_try_advisory_xact_lock(${lock}) AS taken`,
  )
  if (rows[0]?.taken) throw unusable('it is another one than that of DATABASE_LISTEN_URL')
}
