import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { LoginResponse } from '#features/accounts/contract.ts'
import { SeoCheck, SeoChecks } from '#features/seo/prover/contract.ts'
import { createLog } from '#platform/log.ts'
import { connectPostgres, type Postgres } from '#platform/postgres.ts'
import { createTestDatabase, type TestDatabase } from './support/database.ts'
import { createHttpClient } from './support/http-client.ts'
import { startServerProcess } from './support/server-process.ts'
import { until } from './support/until.ts'

const password = 'correct horse battery'
let database: TestDatabase
let postgres: Postgres

before(async () => {
  database = await createTestDatabase()
  postgres = connectPostgres(database.url, { log: createLog('silent'), max: 2 })
})
after(async () => {
  await postgres.close()
  await database.drop()
})

test('a check whose process is killed half-way is done by another, once', async () => {
  const env = {
    DATABASE_URL: database.url,
    SECRET_KEY: 'a secret that only the tests know of',
    ADMIN_PASSWORD: password,
  }
  const a = await startServerProcess(env)
  const signIn = async ({ url, send }: typeof a) => {
    const login = await send('/api/auth/login', { form: { username: 'admin', password } })
    return createHttpClient(url, { authorization: `Bearer ${login.read(LoginResponse).access_token}` })
  }
  const { id } = (await (await signIn(a))('/api/admin/seo/checks', { method: 'POST', json: {} })).read(
    SeoCheck,
  )
  const progress = async () => {
    const { rows } = await postgres.pool.query('SELECT pages_done, state FROM seo_checks WHERE id = $1', [id])
    return rows[0] ?? assert.fail()
  }
  await until(async () => (await progress()).pages_done > 10, 'some pages are done', 60)
  await a.end('SIGKILL')
  assert.equal((await progress()).state, 'running')
  // What the dead one held is free once its lease has ended, which a test does not wait for.
  await postgres.pool.query("UPDATE seo_checks SET taken_at = taken_at - interval '31 seconds'")
  const b = await startServerProcess(env)
  await until(async () => (await progress()).state === 'done', 'the check is done', 120)
  const { current, last } = (await (await signIn(b))('/api/admin/seo/checks/latest')).read(SeoChecks)
  assert.equal(current, null)
  assert.equal(last?.id, id)
  const { rows } = await postgres.pool.query('SELECT attempts FROM seo_checks')
  assert.deepEqual(rows, [{ attempts: 2 }])
  await b.end('SIGTERM')
})
