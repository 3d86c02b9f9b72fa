import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { createTestDatabase } from '../../../test/support/database.ts'
import { knowsAllLetters } from './letters.ts'

test('a database whose LC_CTYPE knows only ASCII is noticed', async (t) => {
  const database = await createTestDatabase()
  assert.equal(await knowsAllLetters(database.url), true)

  const name = `test_plain_${process.pid}`
  await query(database.url, `CREATE DATABASE ${name} TEMPLATE template0 LC_CTYPE 'C'`)
  t.after(async () => {
    await query(database.url, `DROP DATABASE ${name}`)
    await database.drop()
  })
  const plain = new URL(database.url)
  plain.pathname = name
  await query(plain.href, 'CREATE EXTENSION pg_trgm')
  assert.equal(await knowsAllLetters(plain.href), false)
})

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text).finally(() => client.end())
}
