import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'drizzle-orm'
import { createLog } from '#platform/log.ts'
import { connectPostgres, type Database, type Postgres } from '#platform/postgres.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { type ChangeAuthor, runAs } from './change-author.ts'
import { runInBackground, runWithin, WaitLimit } from './wait-limit.ts'

let database: TestDatabase
let postgres: Postgres

before(async () => {
  database = await createTestDatabase()
  // One connection, so that every use of it follows one of another author.
  postgres = connectPostgres(database.url, { log: createLog('silent'), max: 1 })
})
after(async () => {
  await postgres.close()
  await database.drop()
})

const ana: ChangeAuthor = { kind: 'user', user: 'ana', action: 'leads.edit' }
const luz: ChangeAuthor = { kind: 'user', user: 'luz', action: 'leads.erase' }

async function read(db: Database = postgres.db): Promise<unknown> {
  const { rows } = await db.execute<{ author: string }>(
    sql`SELECT current_setting('firmeza.author', true) AS author`,
  )
  return JSON.parse(rows[0]?.author ?? '')
}

describe('a connection', () => {
  test('knows for whom it is used, and nobody of before', async () => {
    assert.deepEqual(await read(), { kind: 'product' })
    assert.deepEqual(await runAs(ana, () => read()), ana)
    assert.deepEqual(await runAs(luz, () => read()), luz)
    assert.deepEqual(await read(), { kind: 'product' })
  })

  test('knows it of many at once', async () => {
    const authors = Array.from({ length: 40 }, (_, index): ChangeAuthor => ({ ...ana, user: `${index}` }))
    const found = await Promise.all(authors.map((author) => runAs(author, () => read())))
    assert.deepEqual(found, authors)
  })

  test('knows it within a transaction, in the background, and after a failure', async () => {
    await runAs(ana, async () => {
      assert.deepEqual(await postgres.db.transaction((transaction) => read(transaction)), ana)
      assert.deepEqual(await runInBackground(() => read()), ana)
      assert.deepEqual(await runWithin(new WaitLimit(2_000), () => read()), ana)
      await assert.rejects(postgres.db.execute(sql`SELECT 1 / 0`))
      await assert.rejects(
        postgres.db.transaction(async (transaction) => {
          await read(transaction)
          throw new Error('rolled back')
        }),
      )
      assert.deepEqual(await read(), ana)
    })
    assert.deepEqual(await read(), { kind: 'product' })
  })
})
