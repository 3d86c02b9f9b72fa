import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { FailedJob } from './contract.ts'

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

test('failed jobs are listed page by page and retried, by admins only', async () => {
  const admin = await app.signIn()
  const editor = await app.signInAs('editor')
  const list = async (query = '') => (await admin(`/api/jobs/failed${query}`)).read(z.array(FailedJob))
  assert.deepEqual(await list(), [])
  for (const minutesAgo of [1, 2]) await addFailedJob(minutesAgo)
  const [latest, older] = await list()
  assert.ok(latest && older)
  const { name, attempts, reason } = latest
  assert.deepEqual([name, attempts, reason], ['accounts-forget-ended', 6, 'the disk is full'])
  assert.deepEqual(await list('?limit=1&offset=1'), [older])

  assert.equal((await editor('/api/jobs/failed')).status, 403)
  const retry = `/api/jobs/failed/${latest.id}/retry`
  assert.equal((await editor(retry, { method: 'POST' })).status, 403)
  assert.equal((await admin(retry, { method: 'POST' })).status, 204)
  assert.equal((await admin(retry, { method: 'POST' })).status, 404)
  assert.deepEqual(await list(), [older])
})
