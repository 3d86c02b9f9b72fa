import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { days } from '../../../../test/support/clock.ts'
import { registrationOf } from '../../../../test/support/factories.ts'
import { until } from '../../../../test/support/until.ts'
import { createErasure } from './erasure.ts'
import { retentionJob } from './retention.ts'

let app: TestApp

before(async () => {
  app = await startTestApp()
})
after(() => app.close())

const register = (email: string) => app.send('/api/early-adopters', { json: registrationOf({ email }) })
const emails = async () =>
  (await app.pool.query('SELECT email FROM early_adopters ORDER BY email')).rows.map(({ email }) => email)

test('leads are erased three years after their last contact, and counts are kept for five', async () => {
  const { db, clock } = app
  const deleted: { mails: Date; counts: Date }[] = []
  const job = retentionJob({
    ...{ db, clock, erasures: createErasure({ db, clock, listPersonalData: () => [] }) },
    deleteExpiredEmailChanges: async () => {},
    deleteOldMail: async (_, before) => void deleted.push(before),
  })
  await register('silent@example.org')
  await register('back@example.org')
  await app.pool.query(`INSERT INTO erasures VALUES (current_date - 2000, 'academic', 'asked', 7)`)
  clock.advance(2 * 365 * days)
  await register('BACK@example.org')
  const countRepeats = async () =>
    (await app.pool.query('SELECT FROM early_adopters WHERE repeated_at IS NOT NULL')).rowCount ?? 0
  await until(async () => (await countRepeats()) > 0, 'the repeated sign-up is recorded')
  await register('young@example.org')
  await job.work({})
  assert.deepEqual(await emails(), ['back@example.org', 'silent@example.org', 'young@example.org'])
  clock.advance(367 * days)
  await job.work({})
  await job.work({})
  assert.deepEqual(await emails(), ['back@example.org', 'young@example.org'])
  const { rows } = await app.pool.query('SELECT segment, reason, total FROM erasures')
  assert.deepEqual(rows, [{ segment: 'developer', reason: 'retention', total: 1 }])
  const [{ mails, counts } = { mails: new Date(), counts: new Date() }] = deleted
  assert.equal(mails.getUTCFullYear() - counts.getUTCFullYear(), 2)
})
