import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { LoginResponse } from '#features/accounts/contract.ts'
import { leadCreated } from '#features/early-adopters/webhook-events.ts'
import { WebhookWithSecret } from '#features/webhooks/contract.ts'
import { createWebhookRecords } from '#features/webhooks/records.ts'
import { createLog } from '#platform/log.ts'
import { connectPostgres, type Postgres } from '#platform/postgres.ts'
import { eventOf } from '#shared/webhooks/event.ts'
import { createTestDatabase, type TestDatabase } from './support/database.ts'
import { createHttpClient } from './support/http-client.ts'
import { startServerProcess } from './support/server-process.ts'
import { until } from './support/until.ts'
import { startWebhookReceiver, verify, type WebhookReceiver } from './support/webhooks/receiver.ts'

const password = 'correct horse battery'
const count = 10_000
let database: TestDatabase
let postgres: Postgres
let receiver: WebhookReceiver

before(async () => {
  database = await createTestDatabase()
  postgres = connectPostgres(database.url, { log: createLog('silent'), max: 2 })
  receiver = await startWebhookReceiver()
})
after(async () => {
  await receiver.close()
  await postgres.close()
  await database.drop()
})

test(`${count} events reach their receiver though every process that sends them is killed`, async () => {
  const env = {
    DATABASE_URL: database.url,
    SECRET_KEY: 'a secret that only the tests know of',
    ADMIN_PASSWORD: password,
    WEBHOOK_PRIVATE_HOSTS: '127.0.0.1',
  }
  const [a, b] = await Promise.all([startServerProcess(env), startServerProcess(env)])
  const login = await a.send('/api/auth/login', { form: { username: 'admin', password } })
  const admin = createHttpClient(a.url, {
    authorization: `Bearer ${login.read(LoginResponse).access_token}`,
  })
  const json = { url: receiver.url, description: '', events: ['lead.created'], is_enabled: true }
  const { secret } = (await admin('/api/webhooks', { json })).read(WebhookWithSecret)
  const leads = Array.from({ length: count }, () => crypto.randomUUID())
  await createWebhookRecords({ clock: { now: () => new Date() } }).announce(
    postgres.db,
    leads.map((lead_id) =>
      eventOf(leadCreated, {
        data: { lead_id, kind: 'adopter', segment: 'business', language: 'es' },
        ...{ at: new Date(), personId: lead_id },
      }),
    ),
  )
  await until(() => receiver.received.length > 500, '500 events have arrived', 60)
  await a.end('SIGKILL')
  await until(() => receiver.received.length > 2_000, '2000 events have arrived', 60)
  await b.end('SIGKILL')
  const before = new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size
  assert.ok(before < count, 'all had arrived before it was killed')
  // What the dead ones held is free once their lease has ended, which a test does not wait for.
  await postgres.pool.query("UPDATE webhook_deliveries SET taken_at = taken_at - interval '60 seconds'")
  const c = await startServerProcess(env)
  const told = () => new Map(receiver.received.map(({ headers, body }) => [headers['webhook-id'], body]))
  await until(() => told().size === count, 'all events have arrived', 60)
  await c.end('SIGTERM')
  assert.deepEqual([...told().values()].map((body) => JSON.parse(body).data.lead_id).sort(), leads.sort())
  const repeated = receiver.received.length - count
  assert.ok(repeated <= 10, `${repeated} arrived twice`)
  const bodies = told()
  for (const request of receiver.received)
    assert.equal(bodies.get(request.headers['webhook-id']), request.body)
  const [last] = receiver.received.slice(-1)
  assert.ok(last)
  verify(secret, last)
})
