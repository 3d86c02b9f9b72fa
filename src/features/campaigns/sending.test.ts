import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { confirmPassword, startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import {
  campaignTextOf,
  launch,
  makeCampaign,
  seedLeads,
  startCampaignWorker,
} from '../../../test/support/campaigns.ts'
import { createFakeClock, hours } from '../../../test/support/clock.ts'
import type { Send } from '../../../test/support/http-client.ts'
import { listTold } from '../../../test/support/notifications/told.ts'
import { Campaign, CampaignProgress } from './contract.ts'
import { paceOf } from './preparation.ts'

const minutes = 60_000
const clock = createFakeClock()
let app: TestApp
let editor: Send
let workers: ReturnType<typeof startCampaignWorker>[]

before(async () => {
  app = await startTestApp({ clock })
  editor = await app.signInAs('editor')
  workers = [startCampaignWorker(app), startCampaignWorker(app), startCampaignWorker(app)]
})
beforeEach(async () => {
  for (const table of [
    ...['campaigns', 'early_adopters', 'mails', 'mail_counts', 'mail_suppressions', 'notifications'],
  ])
    await app.pool.query(`DELETE FROM ${table}`)
})
beforeEach(() => confirmPassword(editor))
after(async () => {
  for (const worker of workers ?? []) await worker.close()
  await app.close()
})

const look = () => workers[0]?.poll()
const send = () => workers[0]?.send()
const act = (id: string, action: string) => editor(`/api/campaigns/${id}/${action}`, { method: 'POST' })
const read = async (id: string) => (await editor(`/api/campaigns/${id}`)).read(Campaign)
const progressOf = async (id: string) =>
  (await editor(`/api/campaigns/${id}/progress`)).read(CampaignProgress)

/** A campaign that has been started. */
async function start(changes = {}, when = {}): Promise<Campaign> {
  const reply = await launch(editor, await makeCampaign(editor, changes), when)
  assert.equal(reply.status, 200, reply.text)
  return reply.read(Campaign)
}

/** The number of mails of each lead. */
async function countMails(): Promise<{ mails: number; leads: number }> {
  const { rows } = await app.pool.query<{ mails: number; leads: number }>(
    "SELECT count(*)::int AS mails, count(DISTINCT lead_id)::int AS leads FROM mails WHERE kind = 'campaign'",
  )
  return rows[0] ?? { mails: 0, leads: 0 }
}

describe('a campaign that is sent', () => {
  test('reaches everyone once, in their language or the fallback, and not before its time', async () => {
    await seedLeads(app, { count: 2, mark: 'ana' })
    await seedLeads(app, { count: 1, mark: 'omar', language: 'ar', segment: 'business' })
    await seedLeads(app, { count: 1, mark: 'jan', language: 'de' })
    const { id } = await start(
      {
        texts: {
          es: campaignTextOf('es', { action: 'Ir', action_url: '/es/docs' }),
          ar: campaignTextOf('ar'),
        },
      },
      { due_at: new Date(clock.now().getTime() + hours).toISOString() },
    )
    clock.advance(hours - 1)
    await look()
    assert.equal((await countMails()).mails, 0)
    clock.advance(1)
    await look()
    const { rows } = await app.pool.query(
      `SELECT to_email, language, segment, variables->>'name' AS name, variables->>'company' AS company, action_url
       FROM mails ORDER BY to_email`,
    )
    const docs = 'https://firmeza.test/es/docs'
    const company = 'Taller Uno'
    assert.deepEqual(rows, [
      {
        to_email: 'ana1@example.test',
        language: 'es',
        segment: 'developer',
        name: 'ana 1',
        company,
        action_url: docs,
      },
      {
        to_email: 'ana2@example.test',
        language: 'es',
        segment: 'developer',
        name: 'ana 2',
        company,
        action_url: docs,
      },
      {
        to_email: 'jan1@example.test',
        language: 'es',
        segment: 'developer',
        name: 'jan 1',
        company,
        action_url: docs,
      },
      {
        to_email: 'omar1@example.test',
        language: 'ar',
        segment: 'business',
        name: 'omar 1',
        company,
        action_url: null,
      },
    ])
    assert.equal((await read(id)).status, 'sending')
    await send()
    await look()
    const done = await read(id)
    assert.deepEqual([done.status, done.ended_at], ['done', clock.now().toISOString()])
    const { total, outbox, queued, sent } = await progressOf(id)
    assert.deepEqual({ total, outbox, queued, sent }, { total: 4, outbox: 4, queued: 0, sent: 0 })
    await look()
    assert.equal((await countMails()).mails, 4)
  })

  test('is prepared by three processes at once with one mail for each lead', async () => {
    await seedLeads(app, { count: 2_300 })
    const { id } = await start()
    await Promise.all(workers.map((worker) => worker.poll()))
    await Promise.all(workers.map((worker) => worker.poll()))
    assert.deepEqual(await countMails(), { mails: 2_300, leads: 2_300 })
    assert.deepEqual([(await progressOf(id)).prepared, (await read(id)).status], [2_300, 'sending'])
  })

  test('continues where it was after a database failure', async () => {
    await seedLeads(app, { count: 1_200 })
    const { id } = await start()
    await app.pool.query(`
      CREATE FUNCTION break_it() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN IF (SELECT count(*) FROM mails) > 900 THEN RAISE 'broken'; END IF; RETURN NULL; END $$;
      CREATE TRIGGER break_it AFTER INSERT ON mails FOR EACH STATEMENT EXECUTE FUNCTION break_it()`)
    try {
      await assert.rejects(async () => look())
      assert.equal((await countMails()).mails, 500)
      const half = await progressOf(id)
      assert.deepEqual([half.status, half.prepared, half.total], ['preparing', 500, 1_200])
    } finally {
      await app.pool.query('DROP TRIGGER break_it ON mails; DROP FUNCTION break_it')
    }
    await workers[1]?.poll()
    assert.deepEqual(await countMails(), { mails: 1_200, leads: 1_200 })
  })

  test('leaves out leads who withdraw or are erased meanwhile, and leads who join after its start', async () => {
    const ids = await seedLeads(app, { count: 4 })
    const [withdrawn = '', erased = '', unsubscribed = ''] = ids
    // One mail a minute, so that leads can change in between.
    const { id } = await start({}, { throttle: 60 })
    await look()
    assert.equal((await countMails()).mails, 1)
    clock.advance(1)
    await seedLeads(app, { count: 1, mark: 'late' })
    const { rows } = await app.pool.query<{ lead_id: string }>('SELECT lead_id FROM mails')
    const written = rows[0]?.lead_id
    for (const lead of ids.filter((one) => one !== written)) {
      if (lead === withdrawn)
        await app.pool.query('UPDATE early_adopters SET consent_withdrawn_at = now() WHERE id = $1', [lead])
      if (lead === erased) await app.pool.query('DELETE FROM early_adopters WHERE id = $1', [lead])
    }
    await app.pool.query(
      `INSERT INTO mail_suppressions (email_key, reason, at)
       SELECT email_key, 'unsubscribed', now() FROM early_adopters WHERE id = ANY ($1::uuid[])`,
      [[unsubscribed, written]],
    )
    for (let minute = 0; minute < 6; minute++) {
      clock.advance(minutes)
      await look()
      await send()
    }
    await look()
    const kept = ids.filter((one) => ![withdrawn, erased, unsubscribed, written].includes(one))
    const after = await app.pool.query<{ lead_id: string }>(
      "SELECT lead_id FROM mails WHERE status = 'outbox'",
    )
    assert.deepEqual(after.rows.map(({ lead_id }) => lead_id).sort(), kept.sort())
    assert.equal((await progressOf(id)).suppressed, 1)
    assert.equal((await read(id)).status, 'done')
  })

  test('does not count the mail of an erased lead as waiting', async () => {
    const [erased] = await seedLeads(app, { count: 3 })
    const { id } = await start({}, { throttle: 0 })
    await look()
    const admin = await app.signIn()
    assert.equal((await admin(`/api/leads/${erased}`, { method: 'DELETE' })).status, 204)
    const waiting = await progressOf(id)
    assert.deepEqual([waiting.prepared, waiting.queued, waiting.suppressed], [3, 2, 1])
    await send()
    const { queued, outbox, suppressed } = await progressOf(id)
    assert.deepEqual([queued, outbox, suppressed], [0, 2, 1])
    // The counts of the other mails stay when their leads are erased.
    await app.pool.query('DELETE FROM early_adopters')
    assert.equal((await progressOf(id)).outbox, 2)
  })

  test('ends at once when its audience is empty by the time it starts', async () => {
    await seedLeads(app, { count: 1 })
    const { id } = await start({}, { due_at: new Date(clock.now().getTime() + hours).toISOString() })
    await app.pool.query('DELETE FROM early_adopters')
    clock.advance(hours)
    await look()
    const { total } = await progressOf(id)
    const { status, name } = await read(id)
    assert.deepEqual([status, total], ['done', 0])
    assert.deepEqual(await listTold(editor, 'campaigns.done'), [`The campaign “${name}” has ended`])
  })
})

describe('the pace of a campaign', () => {
  const now = new Date('2026-01-01T10:00:00Z')
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)

  test('spreads mails over the hour, a minute ahead at most', () => {
    for (const [throttle, batch, gap] of [
      [0, 500, 0],
      [1, 1, hours],
      [60, 1, minutes],
      [600, 10, 6_000],
      [1_000_000, 500, 3.6],
    ] as const) {
      assert.deepEqual(
        paceOf({ throttle, dueAt: now }, now),
        { batch, gap, from: now.getTime() },
        `${throttle}`,
      )
    }
  })

  test('stays on schedule when a poll is late, and does not make up for downtime', () => {
    assert.equal(paceOf({ throttle: 60, dueAt: ago(2_000) }, now).from, now.getTime() - 2_000)
    assert.equal(paceOf({ throttle: 60, dueAt: ago(5 * hours) }, now).from, now.getTime())
  })

  test('is never exceeded, even after a pause of two hours', async () => {
    await seedLeads(app, { count: 300 })
    const { id } = await start({}, { throttle: 120 })
    const pass = async (count: number) => {
      for (let minute = 0; minute < count; minute++) {
        await look()
        clock.advance(minutes)
        await send()
      }
      return (await progressOf(id)).outbox
    }
    assert.equal(await pass(60), 120)
    clock.advance(2 * hours)
    assert.equal(await pass(30), 180)
    assert.equal(await pass(60), 300)
    await look()
    assert.equal((await read(id)).status, 'done')
  })
})

describe('the pace after sending stood still', () => {
  const sent = async (id: string) => (await progressOf(id)).outbox
  /** Lets the time pass in steps of five seconds. */
  async function pass(duration: number, { sends = true } = {}): Promise<void> {
    for (let passed = 0; passed < duration; passed += 5_000) {
      clock.advance(5_000)
      await look()
      if (sends) await send()
    }
  }

  test('is kept when a campaign is resumed', async () => {
    await seedLeads(app, { count: 200 })
    const { id } = await start({}, { throttle: 1_200 })
    await look()
    await act(id, 'pause')
    await pass(3 * minutes)
    await act(id, 'resume')
    await send()
    assert.equal(await sent(id), 1)
    await pass(minutes)
    assert.ok((await sent(id)) <= 21, `${await sent(id)} in a minute`)
    await pass(2 * minutes)
    const total = await sent(id)
    assert.ok(total >= 59 && total <= 61, `${total} in three minutes`)
  })

  test('is kept when the last mails of a campaign wait', async () => {
    await seedLeads(app, { count: 20 })
    const { id } = await start({}, { throttle: 1_200 })
    await look()
    assert.equal((await act(id, 'pause')).read(Campaign).status, 'paused')
    clock.advance(2 * hours)
    assert.equal((await act(id, 'resume')).read(Campaign).status, 'sending')
    await send()
    assert.equal(await sent(id), 1)
    await pass(minutes)
    assert.equal(await sent(id), 20)
  })

  test('is caught up by one minute at most when the mail server did not answer for an hour', async () => {
    await seedLeads(app, { count: 2_000 })
    const { id } = await start({}, { throttle: 1_200 })
    await look()
    await pass(60 * minutes, { sends: false })
    assert.ok((await progressOf(id)).queued <= 20, 'mails are not prepared while others wait')
    await send()
    assert.ok((await sent(id)) <= 20, `${await sent(id)} at once`)
    await pass(10 * minutes)
    const total = await sent(id)
    assert.ok(total >= 180 && total <= 220, `${total} in ten minutes`)
  })
})

describe('a running campaign', () => {
  test('can be paused and resumed', async () => {
    await seedLeads(app, { count: 700 })
    const { id } = await start()
    await look()
    assert.equal((await act(id, 'pause')).read(Campaign).status, 'paused')
    await send()
    await look()
    const paused = await progressOf(id)
    assert.deepEqual([paused.status, paused.outbox, paused.queued], ['paused', 0, 700])
    assert.equal((await act(id, 'pause')).status, 409)
    assert.equal((await act(id, 'resume')).read(Campaign).status, 'sending')
    await send()
    await look()
    assert.equal((await progressOf(id)).outbox, 700)
    assert.equal((await act(id, 'resume')).status, 409)
  })

  test('that is paused during preparation prepares no more mails until it is resumed', async () => {
    await seedLeads(app, { count: 10 })
    const { id } = await start({}, { throttle: 120 })
    await look()
    await act(id, 'pause')
    clock.advance(10 * minutes)
    await look()
    assert.equal((await countMails()).mails, 2)
    assert.equal((await act(id, 'resume')).read(Campaign).status, 'preparing')
    await look()
    assert.equal((await countMails()).mails, 2)
    clock.advance(minutes)
    await send()
    await look()
    assert.equal((await countMails()).mails, 4)
  })

  test('that is cancelled suppresses the waiting mails and counts them', async () => {
    await seedLeads(app, { count: 1_100 })
    const { id } = await start()
    await look()
    await act(id, 'pause')
    assert.equal((await act(id, 'cancel')).read(Campaign).status, 'cancelled')
    await Promise.all(workers.map((worker) => worker.poll()))
    await look()
    await send()
    const { queued, outbox, suppressed } = await progressOf(id)
    assert.deepEqual({ queued, outbox, suppressed }, { queued: 0, outbox: 0, suppressed: 1_100 })
    assert.ok((await read(id)).ended_at)
    const { rows } = await app.pool.query<{ total: number }>(
      "SELECT sum(total)::int AS total FROM mail_counts WHERE event = 'suppressed' AND campaign = $1",
      [id],
    )
    assert.equal(rows[0]?.total, 1_100)
    for (const action of ['resume', 'pause', 'cancel'])
      assert.equal((await act(id, action)).status, 409, action)
    assert.deepEqual(await listTold(editor, 'campaigns.done'), [])
  })

  test('cannot be changed, deleted or sent again', async () => {
    await seedLeads(app, { count: 1 })
    const campaign = await start()
    await look()
    assert.equal((await launch(editor, campaign)).status, 409)
    assert.equal((await editor(`/api/campaigns/${campaign.id}`, { method: 'DELETE' })).status, 409)
  })
})
