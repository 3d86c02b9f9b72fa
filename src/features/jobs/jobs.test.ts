import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { until } from '../../../test/support/until.ts'
import { FailedJob } from './contract.ts'

const path = '/api/jobs/failed'
const retryPath = (id: string) => `${path}/${id}/retry`

let app: TestApp
before(async () => {
  app = await startTestApp()
  await app.app.startBackgroundWork()
})
after(() => app.close())

/** What pg-boss leaves behind when a job has failed in all its attempts. */
async function addFailedJob(minutesAgo: number): Promise<void> {
  await app.pool.query(
    `INSERT INTO jobs.job (name, data, created_on, keep_until, source_name, source_id, source_created_on,
       source_retry_count, source_output)
     VALUES ('failed', '{}', now() - $1 * interval '1 minute', now() + interval '90 days', 'accounts-forget-ended',
       gen_random_uuid(), now() - interval '1 day', 5, '{"message": "the disk is full"}')`,
    [minutesAgo],
  )
}

test('failed jobs are listed page by page, the latest first', async () => {
  const admin = await app.signIn()
  const list = async (query = '') => (await admin(`${path}${query}`)).read(z.array(FailedJob))
  assert.deepEqual(await list(), [])
  for (const minutesAgo of [1, 2]) await addFailedJob(minutesAgo)
  const [latest, older] = await list()
  assert.ok(latest && older)
  assert.ok(latest.failed_at > older.failed_at)
  const { name, attempts, reason } = latest
  assert.deepEqual([name, attempts, reason], ['accounts-forget-ended', 6, 'the disk is full'])
  assert.deepEqual(await list('?limit=1&offset=1'), [older])
  assert.equal((await admin(`${path}?limit=1`)).headers['x-total-count'], '2')
})

test('a failed job is retried once, and runs again', async () => {
  const admin = await app.signIn()
  const list = async () => (await admin(path)).read(z.array(FailedJob))
  const [latest, ...others] = await list()
  assert.ok(latest)
  const reply = await admin(retryPath(latest.id), { method: 'POST' })
  assert.equal(reply.status, 204)
  assert.deepEqual(await list(), others)
  const isDone = async () => {
    const { rows } = await app.pool.query(
      "SELECT FROM jobs.job WHERE name = 'accounts-forget-ended' AND state = 'completed'",
    )
    return rows.length > 0
  }
  await until(isDone, 'the job has run')
  assert.equal((await admin(retryPath(latest.id), { method: 'POST' })).status, 404)
})

test('a job that does not exist, a wrong id and a wrong page are refused', async () => {
  const admin = await app.signIn()
  for (const id of [crypto.randomUUID(), 'none']) {
    assert.equal((await admin(retryPath(id), { method: 'POST' })).status, 404)
  }
  for (const query of ['?limit=0', '?limit=201', '?offset=-1']) {
    assert.equal((await admin(`${path}${query}`)).status, 422)
  }
})

test('only admins read and retry failed jobs', async () => {
  const editor = await app.signInAs('editor')
  const retry = retryPath(crypto.randomUUID())
  assert.equal((await editor(path)).status, 403)
  assert.equal((await editor(retry, { method: 'POST' })).status, 403)
  assert.equal((await app.send(path)).status, 401)
  assert.equal((await app.send(retry, { method: 'POST' })).status, 401)
})

test('a server whose queue has never started has no failed jobs', async () => {
  const other = await startTestApp()
  try {
    const admin = await other.signIn()
    assert.deepEqual((await admin(path)).read(z.array(FailedJob)), [])
    assert.equal((await admin(retryPath(crypto.randomUUID()), { method: 'POST' })).status, 404)
  } finally {
    await other.close()
  }
})
