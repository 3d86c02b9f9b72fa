import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseTimeout, runInBackground, runWithin, WaitLimit } from '#platform/database/wait-limit.ts'
import { createTestDatabase } from '../../test/support/database.ts'
import { messages, openFakePostgres } from '../../test/support/fake-postgres.ts'
import {
  openTransactionPooler,
  type TransactionPooler,
} from '../../test/support/scale-out/transaction-pooler.ts'
import { createLog } from './log.ts'
import { connectPostgres, migrateDatabase } from './postgres.ts'
import { StartError } from './start-error.ts'

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

  test('refuse a database that was made by a newer version, and change nothing', async () => {
    await query(
      "INSERT INTO drizzle.__drizzle_migrations (hash, name) VALUES ('x', '29990101000000_of_the_future')",
    )
    // A migration that this version would still have to apply.
    await query(
      "DELETE FROM drizzle.__drizzle_migrations WHERE name LIKE '%_documents'; DROP TABLE documents CASCADE",
    )
    await assert.rejects(migrateDatabase(database.url), (error) => {
      assert.ok(error instanceof StartError)
      assert.match(
        error.message,
        /newer version .*29990101000000_of_the_future.*: start that version, or restore/,
      )
      return true
    })
    const tables = await query("SELECT tablename FROM pg_tables WHERE tablename = 'documents'")
    assert.deepEqual(tables, [])
    await empty()
    await migrateDatabase(database.url)
  })
})

describe('a database that cannot be used ends the start with one sentence, without the password', () => {
  /** The sentence in which the start ends. */
  async function sentenceFor(url: string | URL): Promise<string> {
    const error: unknown = await migrateDatabase(String(url)).then(
      () => undefined,
      (failure) => failure,
    )
    assert.ok(error instanceof StartError, String(error))
    assert.match(error.message, /^The database that DATABASE_URL names cannot be used: .*\.$/)
    assert.doesNotMatch(error.message, /secret|\n/)
    return error.message
  }

  function change(change: (url: URL) => void): URL {
    const url = new URL(database.url)
    url.password = 'secret'
    change(url)
    return url
  }

  test('when the host is unknown, or nothing listens there', async () => {
    assert.match(
      await sentenceFor('postgres://someone:secret@nowhere.invalid/site'),
      /the host "nowhere.invalid" is unknown/,
    )
    const closed = await openFakePostgres({ onStartup() {} })
    await closed.close()
    assert.match(await sentenceFor(closed.url), /nothing listens at 127\.0\.0\.1, port \d+/)
    assert.match(
      await sentenceFor('postgres://someone:secret@localhost/site?host=/nowhere'),
      /no PostgreSQL can be reached in the folder \/nowhere/,
    )
    assert.match(await sentenceFor('postgres://someone:%E0%A4@localhost/site'), /the address cannot be read/)
  })

  test('when the database is missing or grants too little', async () => {
    assert.match(
      await sentenceFor(change((url) => (url.pathname = '/missing'))),
      /there is no database "missing"/,
    )
    await query('DROP SCHEMA drizzle CASCADE')
    const name = new URL(database.url).pathname.slice(1)
    await query(`REVOKE CREATE ON DATABASE "${name}" FROM PUBLIC, CURRENT_USER`)
    assert.match(await sentenceFor(database.url), /lacks a right \(permission denied for database/)
    await query(`GRANT CREATE ON DATABASE "${name}" TO CURRENT_USER`)
    await empty()
    await migrateDatabase(database.url)
  })

  test('when the server refuses the user, is too old, or ends', async () => {
    for (const [code, text, expected] of [
      ['28P01', 'password authentication failed', /the user "someone" or the password is wrong/],
      [
        '28000',
        'no pg_hba.conf entry for host "::1", no encryption',
        /refuses the user .* sslmode=verify-full/,
      ],
      ['53300', 'sorry, too many clients already', /no free connection \(sorry, too many/],
      ['57P03', 'the database system is starting up', /not ready \(the database system is starting/],
    ] as const) {
      const server = await openFakePostgres({ onStartup: (socket) => socket.end(messages.error(code, text)) })
      assert.match(await sentenceFor(server.url), expected)
      await server.close()
    }
    const closing = await openFakePostgres({ onStartup: (socket) => socket.destroy() })
    assert.match(await sentenceFor(closing.url), /the connection was closed/)
    await closing.close()
    const old = await openFakePostgres({
      onStartup: (socket) => socket.write(Buffer.concat([messages.authenticated, messages.ready])),
      onQuery: (socket) =>
        socket.write(Buffer.concat([messages.row('server_version_num', '140012'), messages.ready])),
    })
    assert.match(await sentenceFor(old.url), /it is PostgreSQL 14, and 15 or later is needed/)
    await old.close()
    const plain = await openFakePostgres({ onStartup: (socket) => socket.write('N') })
    assert.match(await sentenceFor(`${plain.url}?sslmode=verify-full`), /it does not offer TLS/)
    await plain.close()
  })
})

describe('a pooler in front of the database', () => {
  let pooler: TransactionPooler

  before(async () => {
    pooler = await openTransactionPooler(database.url)
  })
  after(() => pooler.close())

  const refusal = (sentence: RegExp) => (error: unknown) => {
    assert.ok(error instanceof StartError)
    assert.match(error.message, sentence)
    return true
  }

  test('is noticed, and needs an address past it', async () => {
    const asks = /DATABASE_URL names .* pooler such as PgBouncer .* DATABASE_LISTEN_URL must name PostgreSQL/
    await assert.rejects(migrateDatabase(pooler.url), refusal(asks))
    await assert.rejects(
      migrateDatabase(pooler.url, { pooledUrl: pooler.url }),
      refusal(/DATABASE_LISTEN_URL names .* must lead to PostgreSQL itself/),
    )
    await migrateDatabase(database.url, { pooledUrl: pooler.url })
    // Harmless without one too.
    await migrateDatabase(database.url, { pooledUrl: database.url })
  })

  test('must lead to the same database', async () => {
    const other = await createTestDatabase()
    await assert.rejects(
      migrateDatabase(other.url, { pooledUrl: pooler.url }),
      refusal(/DATABASE_URL names .* another one than that of DATABASE_LISTEN_URL/),
    )
    await other.drop()
  })
})

describe('the pool', () => {
  test('replaces connections that were ended', async () => {
    const postgres = connectPostgres(database.url, { log, max: 2 })
    await postgres.pool.query('SELECT 1')
    await query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'firmeza' AND datname = current_database()",
    )
    // The broken connection may be handed out once before its end is noticed.
    await postgres.pool.query('SELECT 1').catch(() => {})
    const { rows } = await postgres.pool.query<{ one: number }>('SELECT 1 AS one')
    assert.equal(rows[0]?.one, 1)
    await postgres.close()
  })

  test('survives a server that ends as a connection opens', async () => {
    // In one packet, so that the end is read before anybody can listen to the client that the pool hands out.
    const opening = Buffer.concat([messages.authenticated, messages.ready])
    const ends = messages.error('57P01', 'terminating connection due to administrator command')
    for (const bytes of [Buffer.concat([opening, ends]), opening, messages.authenticated, Buffer.alloc(0)]) {
      const server = await openFakePostgres({
        onStartup(socket) {
          socket.write(bytes, () => socket.resetAndDestroy())
        },
      })
      const postgres = connectPostgres(server.url, { log })
      for (let round = 0; round < 20; round++) {
        await Promise.all([
          assert.rejects(postgres.pool.query('SELECT 1')),
          assert.rejects(postgres.db.transaction((transaction) => transaction.execute('SELECT 1'))),
        ])
      }
      assert.ok(server.connections() >= 20)
      await postgres.close()
      await server.close()
    }
  })

  test('ends a long statement of a request, and lets that of the background finish', async () => {
    const limits = { connection: 5_000, lock: 100, statement: 200 }
    const postgres = connectPostgres(database.url, { log, limits })
    const sleep = () => postgres.pool.query('SELECT pg_sleep(0.5)')
    await assert.rejects(sleep, /statement timeout/)
    await runInBackground(sleep)
    assert.deepEqual(
      Object.entries(postgres.pools).map(([name, { totalCount }]) => [name, totalCount]),
      [
        ['requests', 0],
        ['background', 1],
        ['reserve', 0],
        ['checks', 0],
      ],
    )
    await postgres.close()
  })

  test('has PostgreSQL end the statement of work whose time is nearly over, and no later statement', async () => {
    const postgres = connectPostgres(database.url, { log, max: 1 })
    const { pool } = postgres
    await pool.query('SELECT 1')
    await assert.rejects(
      runWithin(new WaitLimit(500), () => pool.query('SELECT pg_sleep(1)')),
      /statement timeout/,
    )
    async function expectUsual(): Promise<void> {
      const { rows } = await pool.query<{ statement_timeout: string }>('SHOW statement_timeout')
      assert.equal(rows[0]?.statement_timeout, '6s')
    }
    for (const next of [expectUsual, () => runWithin(new WaitLimit(10_000), expectUsual)]) {
      await runWithin(new WaitLimit(500), () => pool.query('SELECT 1'))
      await next()
    }
    await postgres.close()
  })

  test('counts waits that overlap once, and refuses work whose time is over', async () => {
    const limit = new WaitLimit(1_000)
    await Promise.all([limit.measure(pause(300)), limit.measure(pause(300))])
    // A timer may fire a little early.
    assert.ok(limit.remaining > 400 && limit.remaining < 710, `${limit.remaining} ms`)
    const postgres = connectPostgres(database.url, { log })
    await limit.measure(pause(600))
    const query = () => postgres.pool.query('SELECT 1')
    await assert.rejects(runWithin(limit, query), DatabaseTimeout)
    limit.lift()
    await runWithin(limit, query)
    await postgres.close()
  })
})
