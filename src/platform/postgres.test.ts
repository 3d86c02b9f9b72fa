import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { createTestDatabase } from '../../test/support/database.ts'
import { createLog } from './log.ts'
import { connectPostgres, migrateDatabase } from './postgres.ts'

const log = createLog('silent')
let database: Awaited<ReturnType<typeof createTestDatabase>>

before(async () => {
  database = await createTestDatabase()
})
after(() => database.drop())

async function query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

async function empty(): Promise<void> {
  await query('DROP SCHEMA public CASCADE; DROP SCHEMA IF EXISTS drizzle CASCADE; CREATE SCHEMA public')
}

describe('migrations', () => {
  test('are applied once when several processes start at once on an empty database', async () => {
    await empty()
    await Promise.all([1, 2, 3].map(() => migrateDatabase(database.url)))
    assert.deepEqual(await query('SELECT id, revision FROM site_revision'), [{ id: 1, revision: '0' }])
    const applied = await query<{ name: string }>('SELECT name FROM drizzle.__drizzle_migrations')
    assert.equal(new Set(applied.map(({ name }) => name)).size, applied.length)
  })

  test('change nothing when there is nothing new', async () => {
    await query(
      "UPDATE site_revision SET revision = 41; INSERT INTO users (username, username_key, name, role, password_hash) VALUES ('a', 'a', 'A', 'admin', 'x')",
    )
    await migrateDatabase(database.url)
    assert.deepEqual(await query('SELECT revision FROM site_revision'), [{ revision: '41' }])
    assert.deepEqual(await query('SELECT username FROM users'), [{ username: 'a' }])
  })

  test('let nothing of a failed one stand, and go through once its cause is gone', async () => {
    await empty()
    await query('CREATE TABLE request_counts (wrong text)')
    await assert.rejects(migrateDatabase(database.url))
    const tables = await query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    assert.deepEqual(tables, [{ tablename: 'request_counts' }])
    await query('DROP TABLE request_counts')
    await migrateDatabase(database.url)
    assert.deepEqual(await query('SELECT revision FROM site_revision'), [{ revision: '0' }])
  })
})

describe('the pool', () => {
  test('replaces connections that were ended', async () => {
    const postgres = connectPostgres(database.url, { log, max: 2 })
    await postgres.pool.query('SELECT 1')
    await query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'firmeza'")
    // The broken connection may be handed out once before its end is noticed.
    await postgres.pool.query('SELECT 1').catch(() => {})
    const { rows } = await postgres.pool.query<{ one: number }>('SELECT 1 AS one')
    assert.equal(rows[0]?.one, 1)
    await postgres.close()
  })
})
