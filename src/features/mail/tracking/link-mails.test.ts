import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ignoreMailLimit, linkMailGroupOf } from '#features/mail/model.ts'
import { mails } from '#features/mail/table.ts'
import { createTestDatabase } from '../../../../test/support/database.ts'
import { orderOf, startTestEngine, type TestEngine } from '../../../../test/support/mail-engine.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let first: TestEngine
let second: TestEngine

before(async () => {
  database = await createTestDatabase()
  first = startTestEngine({ databaseUrl: database.url })
  second = startTestEngine({ databaseUrl: database.url, clock: first.clock })
})
after(async () => {
  await Promise.all([first.close(), second.close()])
  await database.drop()
})

test('one address gets three mails with links a day, counted over both kinds and all processes', async () => {
  const orders = Array.from({ length: 12 }, (_, at) =>
    orderOf({
      kind: linkMailGroupOf('rights_link')[at % 2] ?? 'rights_link',
      to: { email: at % 3 ? 'ana@example.org' : 'Ana@Example.org' },
    }),
  )
  const ordering = orders.map((order, at) => (at % 2 ? first : second).post([order]).catch(ignoreMailLimit))
  await Promise.all(ordering)
  assert.equal(await first.db.$count(mails), 3)
  await first.post([orderOf({ kind: 'rights_link' }), orderOf({ to: { email: 'ana@example.org' } })])
  assert.equal(await first.db.$count(mails), 5)
  await assert.rejects(
    first.post([orderOf({ kind: 'rights_link', to: { email: 'ana@example.org' } })]),
    /mail_limited/,
  )
  first.clock.advance(86_400_001)
  await first.post([orderOf({ kind: 'rights_link', to: { email: 'ana@example.org' } })])
  assert.equal(await first.db.$count(mails), 6)
})

test('rights links that a stranger requests do not block the mail for a new password', async () => {
  const to = { email: 'admin@example.org' }
  for (let count = 0; count < 3; count++) await first.post([orderOf({ kind: 'rights_link', to })])
  await assert.rejects(first.post([orderOf({ kind: 'rights_link', to })]), /mail_limited/)
  await first.post([orderOf({ kind: 'password_reset', to })])
})
