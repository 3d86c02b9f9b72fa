import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { createOrderStore } from '#features/mail/outbox/order-store.ts'
import { mails } from '#features/mail/table.ts'
import { createLog } from '#platform/log.ts'
import { connectPostgres, type Postgres } from '#platform/postgres.ts'
import { createTestDatabase } from './support/database.ts'
import { orderOf } from './support/mail-engine.ts'
import { type MailServer, startMailServer } from './support/mail-server.ts'
import { startServerProcess } from './support/server-process.ts'
import { until } from './support/until.ts'

const total = 200
let database: Awaited<ReturnType<typeof createTestDatabase>>
let postgres: Postgres
let mailServer: MailServer
let env: Record<string, string>

before(async () => {
  database = await createTestDatabase()
  postgres = connectPostgres(database.url, { log: createLog('silent'), max: 2 })
  mailServer = await startMailServer()
  env = {
    DATABASE_URL: database.url,
    SECRET_KEY: 'a secret that only the tests know of',
    ADMIN_PASSWORD: 'correct horse battery',
    SMTP_URL: mailServer.url,
    LOG_LEVEL: 'info',
  }
})
after(async () => {
  await postgres.close()
  await mailServer.close()
  await database.drop()
})

test('no mail is lost and at most one goes twice for each process that is killed while it sends', async () => {
  const orders = Array.from({ length: total }, (_, index) =>
    // A few addresses get several: those must come in their order.
    orderOf({ to: { email: `reader-${index % 40}@example.org`, name: `Lectora número ${index}` } }),
  )
  await createOrderStore(postgres.db).insertMany(
    orders.map((order) => ({ ...order, id: crypto.randomUUID() })),
    new Date(),
  )
  // Slow enough that a process can be caught in the middle.
  mailServer.behave({ data: () => sleep(40).then(() => undefined) })
  const [first, second] = await Promise.all([startServerProcess(env), startServerProcess(env)])
  await until(() => mailServer.mails.length >= 20, '20 mails are sent', 60)
  await first.end('SIGKILL')
  await until(() => mailServer.mails.length >= 60, '60 mails are sent', 60)
  await second.end('SIGKILL')
  const lost = await postgres.db.$count(mails)
  assert.equal(lost, total)
  // As if a minute had gone by: what they held is given back.
  await postgres.pool.query(
    `UPDATE mails SET taken_at = taken_at - interval '2 minutes' WHERE status = 'sending'`,
  )
  const third = await startServerProcess(env)
  await until(
    async () => (await postgres.db.$count(mails, sql`status = 'sent'`)) === total,
    'all mails are recorded as sent',
    60,
  )
  assert.equal((await third.end('SIGTERM')).code, 0)

  const times = new Map<string, number>()
  for (const { messageId } of mailServer.mails) times.set(messageId, (times.get(messageId) ?? 0) + 1)
  assert.equal(times.size, total)
  // Twice only what the server accepted in the moment of a kill.
  const twice = [...times.values()].filter((count) => count > 1)
  assert.ok(twice.length <= 2 && twice.every((count) => count === 2), `${twice.length} went twice`)
  const rows = await postgres.db.select().from(mails).orderBy(mails.number)
  const places = new Map(rows.map(({ id, number }) => [id, number]))
  const last = new Map<string, number>()
  const seen = new Set<string>()
  for (const { messageId, to } of mailServer.mails) {
    if (seen.has(messageId)) continue
    seen.add(messageId)
    const place = places.get(messageId.split('@')[0] ?? '') ?? 0
    assert.ok(place > (last.get(to) ?? 0), 'a mail overtook an earlier one to its address')
    last.set(to, place)
  }
  for (const server of [first, second, third])
    assert.doesNotMatch(server.output(), /reader-|Lectora|unsubscribe\//)
})
