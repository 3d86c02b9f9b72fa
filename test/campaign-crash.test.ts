import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { LoginResponse } from '#features/accounts/contract.ts'
import { launch, makeCampaign, seedLeads } from './support/campaigns.ts'
import { createTestDatabase } from './support/database.ts'
import { createHttpClient } from './support/http-client.ts'
import { startServerProcess } from './support/server-process.ts'
import { until } from './support/until.ts'

const password = 'correct horse battery'
const people = 20_000
let database: Awaited<ReturnType<typeof createTestDatabase>>
let pool: pg.Pool
let env: Record<string, string>

before(async () => {
  database = await createTestDatabase()
  pool = new pg.Pool({ connectionString: database.url, max: 2 })
  // Dropping the database may end a connection that is only just being closed.
  pool.on('error', () => {})
  env = {
    DATABASE_URL: database.url,
    SECRET_KEY: 'a secret that only the tests know of',
    ADMIN_PASSWORD: password,
  }
})
after(async () => {
  await pool.end()
  await database.drop()
})

/** How far the campaign has come, by its own account and by its mails. */
async function read() {
  const { rows } = await pool.query<{ status: string; prepared: number; mails: number; leads: number }>(
    `SELECT campaigns.status, prepared, count(mails.id)::int AS mails, count(DISTINCT mails.lead_id)::int AS leads
     FROM campaigns LEFT JOIN mails ON campaign_id = campaigns.id GROUP BY campaigns.id`,
  )
  const [campaign] = rows
  assert.ok(campaign)
  return campaign
}

test('a campaign whose processes are killed while they prepare it writes to everyone once', async () => {
  const [a, b] = await Promise.all([startServerProcess(env), startServerProcess(env)])
  const login = await a.send('/api/auth/login', { form: { username: 'admin', password } })
  const authorization = `Bearer ${login.read(LoginResponse).access_token}`
  const send = createHttpClient(a.url, { authorization })
  await seedLeads({ pool, clock: { now: () => new Date(), advance() {} } }, { count: people })
  const reply = await launch(send, await makeCampaign(send))
  assert.equal(reply.status, 200, reply.text)
  await until(async () => (await read()).prepared > 0, 'the first mails are prepared', 60)
  await a.end('SIGKILL')
  await until(async () => (await read()).prepared > 3_000, '3000 mails are prepared', 60)
  await b.end('SIGKILL')
  const half = await read()
  assert.ok(half.prepared < people, 'it was over before it was killed')
  assert.equal(half.mails, half.prepared)
  const c = await startServerProcess(env)
  await until(async () => (await read()).status === 'sending', 'the campaign is sent', 60)
  await c.end('SIGKILL')
  const whole = await read()
  assert.deepEqual([whole.prepared, whole.mails, whole.leads], [people, people, people])
})
