import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'drizzle-orm'
import { createLog } from '#platform/log.ts'
import { connectPostgres, type Database, type Postgres } from '#platform/postgres.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import {
  openTransactionPooler,
  type TransactionPooler,
} from '../../../test/support/scale-out/transaction-pooler.ts'
import { type ChangeAuthor, runAs } from './change-author.ts'
import { runInBackground, runWithin, WaitLimit } from './wait-limit.ts'

let database: TestDatabase
let pooler: TransactionPooler
let postgres: Postgres

before(async () => {
  database = await createTestDatabase()
  pooler = await openTransactionPooler(database.url, { size: 3 })
  postgres = connectPostgres(pooler.url, { log: createLog('silent'), max: 6, isPooled: true })
})
after(async () => {
  await postgres.close()
  await pooler.close()
  await database.drop()
})

const authorOf = (index: number): ChangeAuthor => ({
  kind: 'user',
  user: `user ${index}'s \\`,
  action: 'leads.edit',
})

interface Stated {
  author: string
  statement: string
  lock: string
}

async function read(db: Database = postgres.db, value?: number): Promise<Stated | undefined> {
  const number = value === undefined ? sql`` : sql`, ${value}::int AS number`
  const { rows } = await db.execute<Stated & Record<string, unknown>>(
    sql`SELECT current_setting('firmeza.author', true) AS author, current_setting('statement_timeout') AS statement,
      current_setting('lock_timeout') AS lock ${number}`,
  )
  return rows[0]
}

describe('behind a pooler that lends a connection for one transaction', () => {
  test('each statement knows for whom it runs, by any protocol and in any transaction', async () => {
    const work = Array.from({ length: 60 }, (_, index) =>
      runAs(authorOf(index), async () => {
        const found = [
          await read(),
          await read(postgres.db, index),
          await postgres.db.transaction((transaction) => read(transaction)),
          await postgres.db.transaction((transaction) => read(transaction, 1), {
            isolationLevel: 'repeatable read',
            accessMode: 'read only',
          }),
          await runInBackground(() => read()),
          await read(postgres.reserve.db),
        ]
        return found.map((one) => JSON.parse(one?.author ?? '{}').user)
      }),
    )
    for (const [index, found] of (await Promise.all(work)).entries())
      assert.deepEqual(new Set(found), new Set([authorOf(index).user]))
    assert.ok(pooler.loans() >= 360)
  })

  test('nothing stays on a connection of the database', async () => {
    await runAs(authorOf(1), () => read())
    await runAs(authorOf(2), () => postgres.db.transaction((transaction) => read(transaction, 2)))
    for (const failing of [sql`SELECT 1 / ${0}::int`, sql`SELECT 1 / 0`])
      await assert.rejects(runAs(authorOf(3), async () => postgres.db.execute(failing)))
    const bare = connectPostgres(pooler.url, { log: createLog('silent'), max: 3, isPooled: true })
    const clients = await Promise.all([1, 2, 3].map(() => bare.pool.connect()))
    for (const client of clients) Object.assign(client, { settings: {} })
    for (const client of clients) {
      const { rows } = await client.query(
        `SELECT coalesce(current_setting('firmeza.author', true), '') AS author, current_setting('statement_timeout') AS statement`,
      )
      assert.deepEqual(rows, [{ author: '', statement: '0' }])
      client.release()
    }
    await bare.close()
  })

  test('limits hold: those of statements, and what a request has left', async () => {
    const { statement, lock } = (await read()) ?? {}
    assert.deepEqual([statement, lock], ['6s', '5s'])
    assert.deepEqual((await runInBackground(() => read()))?.statement, '5min')
    const slow = async (db: Database, seconds: number) =>
      void (await db.execute(sql`SELECT pg_sleep(${seconds})`))
    const limited = runWithin(new WaitLimit(400), () => slow(postgres.db, 5))
    await assert.rejects(limited, (error: Error) => /statement timeout/.test(String(error.cause ?? error)))
    const within = runWithin(new WaitLimit(400), () =>
      postgres.db.transaction((transaction) => slow(transaction, 5)),
    )
    await assert.rejects(within)
    assert.equal((await read())?.statement, '6s')
  })

  test('results are those of the statement alone, also of several in one text and of named ones', async () => {
    const { rows, rowCount, fields } = await postgres.pool.query('SELECT $1::int AS one', [1])
    assert.deepEqual([rows, rowCount, fields.length], [[{ one: 1 }], 1, 1])
    assert.deepEqual((await postgres.pool.query('SELECT 2 AS two')).rows, [{ two: 2 }])
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const named = { name: 'the same', text: 'SELECT $1::int AS number', values: [index] }
        assert.deepEqual((await postgres.pool.query(named)).rows, [{ number: index }])
      }),
    )
    const several: unknown = await postgres.pool.query('BEGIN; SELECT 3 AS three; COMMIT')
    assert.ok(Array.isArray(several))
    assert.deepEqual(
      several.map(({ command }) => command),
      ['BEGIN', 'SELECT', 'COMMIT'],
    )
    assert.deepEqual((await postgres.pool.query('')).rows, [])
  })
})
