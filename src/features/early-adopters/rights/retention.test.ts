import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createCohorts } from '#features/early-adopters/funnel/cohorts.ts'
import { isSuppressed } from '#features/mail/outbox/campaign-mail-store.ts'
import { haveReached, stepsOfLeads } from '#features/mail/outbox/mail-step-store.ts'
import { createPersonalMail } from '#features/mail/outbox/personal-mail-store.ts'
import { trackingEvents } from '#features/mail/table.ts'
import { signatureSteps } from '#features/signatures/store.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { days } from '../../../../test/support/clock.ts'
import { registrationOf } from '../../../../test/support/factories.ts'
import { insertMail } from '../../../../test/support/mails.ts'
import { retentionJob } from './retention.ts'

let app: TestApp

before(async () => {
  app = await startTestApp()
})
after(() => app.close())

const register = (email: string) => app.send('/api/early-adopters', { json: registrationOf({ email }) })

test('leads are kept; mails are deleted after three years with what was recorded about them, and counts after five', async () => {
  const { db, clock, pool } = app
  const mail = { ofLeads: stepsOfLeads, haveReached, isSuppressed }
  const steps = { mail, signatures: { ofLeads: signatureSteps } }
  const job = retentionJob({
    ...{ db, clock, deleteOldMail: createPersonalMail(clock).deleteOld },
    deleteErasedCohorts: createCohorts({ db, reads: db, steps, timeZone: () => 'UTC' }).deleteErasedBefore,
    deleteExpiredEmailChanges: async () => {},
  })
  await register('silent@example.org')
  const [lead] = (await pool.query<{ id: string }>('SELECT id FROM early_adopters')).rows
  assert.ok(lead)
  const insert = async () => {
    const id = await insertMail(app, { leadId: lead.id, toEmail: 'silent@example.org' })
    const hit = { mailId: id, kind: 'open', at: clock.now(), verdict: 'human', reason: 'test' } as const
    await db.insert(trackingEvents).values(hit)
    return id
  }
  const list = async (sql: string) =>
    (await pool.query<{ found: string }>(sql)).rows.map(({ found }) => found)
  const mails = () => list('SELECT id AS found FROM mails ORDER BY created_at')
  const hits = () => list('SELECT mail_id AS found FROM mail_hits ORDER BY at')
  await pool.query('TRUNCATE mails CASCADE')
  await pool.query(`INSERT INTO erasures VALUES (current_date - 2000, 'academic', 'asked', 7)`)
  await pool.query(`INSERT INTO erased_cohorts VALUES (current_date - 2000, 'academic', 'ES', 7, 6, 5, 4)`)

  const old = await insert()
  clock.advance(2 * 365 * days)
  const recent = await insert()
  await job.work({})
  assert.deepEqual(
    [await mails(), await hits()],
    [
      [old, recent],
      [old, recent],
    ],
  )
  clock.advance(367 * days)
  await job.work({})
  await job.work({})
  assert.deepEqual([await mails(), await hits()], [[recent], [recent]])
  clock.advance(7 * 365 * days)
  await job.work({})
  assert.deepEqual(await mails(), [])
  assert.deepEqual(await list('SELECT email AS found FROM early_adopters'), ['silent@example.org'])
  assert.deepEqual(await list('SELECT reason AS found FROM erasures'), [])
  assert.deepEqual(await list('SELECT segment AS found FROM erased_cohorts'), [])
})
