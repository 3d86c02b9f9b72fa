import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestApp, type TestApp } from './support/build-app.ts'
import { createTestDatabase } from './support/database.ts'
import { draftOf, registrationOf } from './support/factories.ts'
import type { Send } from './support/http-client.ts'
import { openTransactionPooler, type TransactionPooler } from './support/scale-out/transaction-pooler.ts'

// Two processes whose transactions a pooler in transaction mode spreads over fewer connections than they have.
const users = 4
const writes = 40

let database: Awaited<ReturnType<typeof createTestDatabase>>
let pooler: TransactionPooler
const apps: TestApp[] = []
before(async () => {
  database = await createTestDatabase()
  pooler = await openTransactionPooler(database.url)
  const options = {
    databaseUrl: pooler.url,
    env: { DATABASE_URL: pooler.url, DATABASE_LISTEN_URL: database.url },
  }
  for (let index = 0; index < 2; index++) apps.push(await startTestApp(options))
})
after(async () => {
  for (const app of apps) await app.close()
  await pooler.close()
  await database.drop()
})

const at = (index: number): TestApp => apps[index % apps.length] ?? assert.fail()

test('each of the interleaved writes of several people is recorded with its author', async () => {
  const loans = pooler.loans()
  const members: Send[] = []
  for (let index = 0; index < users; index++) members.push(await at(index).signInAs('admin'))
  const statuses = new Set<number>()
  let next = 0
  async function write(): Promise<void> {
    for (let index = next++; index < writes; index = next++) {
      const json = { key: 'home-hero', language: 'es', body: `comment ${index}`, asked_id: null }
      const replies = await Promise.all([
        (members[index % users] ?? assert.fail())('/api/comments', { json }),
        at(index).send('/api/early-adopters', { json: registrationOf() }),
      ])
      for (const { status } of replies) statuses.add(status)
    }
  }
  await Promise.all(Array.from({ length: users }, write))
  assert.deepEqual(statuses, new Set([201]))
  const { rows } = await at(0).pool.query<{ kind: string; user: string; author: string }>(
    `SELECT author_kind AS kind, user_id AS user, after->>'author_id' AS author FROM audit_entries WHERE subject = 'comments'`,
  )
  assert.equal(rows.length, writes)
  assert.deepEqual(
    rows.filter(({ kind, user, author }) => kind !== 'user' || user !== author),
    [],
  )
  assert.equal(new Set(rows.map(({ user }) => user)).size, users)
  const { rows: strangers } = await at(0).pool.query(
    `SELECT FROM audit_entries WHERE subject = 'early_adopters' AND author_kind <> 'visitor'`,
  )
  assert.equal(strangers.length, 0)
  assert.ok(pooler.loans() > loans + 2 * writes, 'the pooler was asked')
})

test('what one has published, the other shows on its next answer', async () => {
  const editor = await at(0).signIn()
  for (let round = 1; round <= 10; round++) {
    const json = draftOf({ version: round, published: true, content: `<h1>vuelta-${round}-</h1>` })
    assert.equal((await editor('/api/content', { json })).status, 201)
    assert.match((await at(1).send('/es/')).text, new RegExp(`vuelta-${round}-`))
  }
})
