import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { count, eq, inArray } from 'drizzle-orm'
import { mails } from '#features/mail/table.ts'
import { awardBadge, createSecondProcess, insertLeads } from '../../../test/support/badges.ts'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { verifyBadge } from '../../../test/support/credentials/standard-verifier.ts'
import type { Send } from '../../../test/support/http-client.ts'
import { until } from '../../../test/support/until.ts'
import { BulkAwardProgress } from './contract.ts'
import type { BadgeServices } from './feature.ts'
import { bulkAwardPoller } from './poller.ts'
import { badgeAwards, badgeBulks } from './table.ts'

let app: TestApp
let admin: Send
let worker: BadgeServices

before(async () => {
  app = await startTestApp()
  admin = await app.signIn()
  worker = await createSecondProcess(app)
})
after(async () => {
  worker.close()
  await app.close()
})

const order = (json: object) => admin('/api/badges/bulk', { json })
const stop = async (id: string) =>
  (await admin(`/api/badges/bulk/${id}/stop`, { method: 'POST' })).read(BulkAwardProgress)
const readProgress = async (id: string) => (await admin(`/api/badges/bulk/${id}`)).read(BulkAwardProgress)

async function workAll({ bulk }: BadgeServices): Promise<void> {
  while (await bulk.work());
}

async function countAwards(leadIds: string[]): Promise<number> {
  const [row] = await app.db
    .select({ total: count() })
    .from(badgeAwards)
    .where(inArray(badgeAwards.leadId, leadIds))
  return row?.total ?? 0
}

describe('a bulk award', () => {
  test('to named leads reports the result for every lead', async () => {
    const leads = await insertLeads(app, 120)
    await awardBadge(admin, leads[3] ?? '')
    await awardBadge(admin, leads[70] ?? '')
    const strangers = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
    const reply = await order({
      lead_ids: [...leads, ...strangers, ...leads.slice(0, 5)],
      badge_type: 'pioneer',
    })
    assert.equal(reply.status, 202)
    const { id, total, status } = reply.read(BulkAwardProgress)
    assert.deepEqual([total, status], [123, 'running'])
    await workAll(worker)
    const { awarded, already, missing, ...done } = await readProgress(id)
    assert.deepEqual(
      { awarded, already, missing, total: done.total, status: done.status },
      {
        ...{ awarded: 118, already: 2, missing: 3, total: 123, status: 'done' },
      },
    )
    assert.equal(await countAwards(leads), 120)
    const [row] = await app.db.select().from(badgeBulks).where(eq(badgeBulks.id, id))
    assert.equal(row?.leadIds, null)
  })

  test('continues after a crash and awards nothing twice', async () => {
    const leads = await insertLeads(app, 130)
    const { id } = (await order({ lead_ids: leads, badge_type: 'innovator' })).read(BulkAwardProgress)
    let notes = 0
    const dying = await createSecondProcess(app, {
      noteEvents: async () => {
        if (++notes === 2) throw new Error('the process dies')
      },
    })
    await assert.rejects(workAll(dying), /dies/)
    dying.close()
    const midway = await readProgress(id)
    assert.deepEqual([midway.status, midway.awarded], ['running', 50])
    assert.equal(await countAwards(leads), 50)
    await workAll(worker)
    const { awarded, already, missing } = await readProgress(id)
    assert.deepEqual({ awarded, already, missing }, { awarded: 130, already: 0, missing: 0 })
    assert.equal(await countAwards(leads), 130)
  })

  test('to a segment reaches those who had joined before, with two processes at once', async () => {
    const leads = await insertLeads(app, 110, { segment: 'academic' })
    const { id, total } = (await order({ segment: 'academic', badge_type: 'visionary' })).read(
      BulkAwardProgress,
    )
    assert.equal(total, 110)
    app.clock.advance(1000)
    const late = await insertLeads(app, 1, { segment: 'academic' })
    const second = await createSecondProcess(app)
    await Promise.all([workAll(worker), workAll(second)])
    await workAll(worker)
    second.close()
    const { awarded, already, missing, status } = await readProgress(id)
    assert.deepEqual(
      { awarded, already, missing, status },
      { ...{ awarded: 110, already: 0, missing: 0 }, status: 'done' },
    )
    assert.equal(await countAwards(leads), 110)
    assert.equal(await countAwards(late), 0)
  })

  test('is stopped between two batches: finished awards stay, the rest is reported as not done', async () => {
    const leads = await insertLeads(app, 130)
    await awardBadge(admin, leads[0] ?? '', 'visionary')
    const { id } = (await order({ lead_ids: leads, badge_type: 'visionary' })).read(BulkAwardProgress)
    let stopping: Promise<BulkAwardProgress> | undefined
    const busy = await createSecondProcess(app, {
      // During a batch, which is finished first.
      noteEvents: async () => {
        stopping ??= stop(id)
        await new Promise((resolve) => setTimeout(resolve, 100))
      },
    })
    assert.equal(await busy.bulk.work(), true)
    busy.close()
    const stopped = await stopping
    await workAll(worker)
    const { total, awarded, already, missing, status } = await readProgress(id)
    assert.deepEqual(
      { total, awarded, already, missing, status },
      { ...{ total: 130, awarded: 49, already: 1, missing: 0 }, status: 'stopped' },
    )
    assert.equal(await countAwards(leads), 50)
    assert.deepEqual(stopped, await stop(id), 'stopped once more, it stays as it was')
    const [row] = await app.db.select().from(badgeBulks).where(eq(badgeBulks.id, id))
    assert.equal(row?.leadIds, null)
  })

  test('that is finished or unknown cannot be stopped', async () => {
    const leads = await insertLeads(app, 2)
    const { id } = (await order({ lead_ids: leads, badge_type: 'pioneer' })).read(BulkAwardProgress)
    await workAll(worker)
    const done = await readProgress(id)
    assert.equal(done.status, 'done')
    assert.deepEqual(await stop(id), done)
    const unknown = await admin(`/api/badges/bulk/${crypto.randomUUID()}/stop`, { method: 'POST' })
    assert.equal(unknown.status, 404)
  })

  test('is processed by the running server, with a mail and a valid credential for each lead', async () => {
    const leads = await insertLeads(app, 60, { language: 'hi' })
    const { id } = (await order({ lead_ids: leads, badge_type: 'contributor' })).read(BulkAwardProgress)
    await app.app.startBackgroundWork()
    await until(async () => (await readProgress(id)).status !== 'running', 'the order is done')
    assert.equal((await readProgress(id)).awarded, 60)
    const sent = await app.db.select().from(mails).where(inArray(mails.leadId, leads))
    assert.equal(new Set(sent.map(({ leadId }) => leadId)).size, 60)
    assert.equal(sent.length, 60)
    const [newest] = await app.db
      .select()
      .from(badgeAwards)
      .where(inArray(badgeAwards.leadId, leads))
      .limit(1)
    assert.equal(await verifyBadge(app, newest?.credential ?? {}), undefined)
  })

  test('accepts five thousand leads; more, none, or both leads and a segment are refused', async () => {
    const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID())
    assert.equal((await order({ lead_ids: ids(5000), badge_type: 'pioneer' })).status, 202)
    await workAll(worker)
    for (const bad of [
      { lead_ids: ids(5001), badge_type: 'pioneer' },
      { lead_ids: [], badge_type: 'pioneer' },
      { lead_ids: ['x'], badge_type: 'pioneer' },
      { lead_ids: 'x', badge_type: 'pioneer' },
      { badge_type: 'pioneer' },
      { segment: 'developer', lead_ids: ids(1), badge_type: 'pioneer' },
      { segment: 'nobody', badge_type: 'pioneer' },
      { segment: 'developer', badge_type: 'emperor' },
    ]) {
      const reply = await order(bad)
      assert.equal(reply.status, 422, JSON.stringify(bad).slice(0, 80))
      assert.ok(reply.problem().errors?.[0]?.message)
    }
    assert.equal((await admin(`/api/badges/bulk/${crypto.randomUUID()}`)).status, 404)
  })

  test('processes only a few batches per poll', async () => {
    let batches = 0
    const poller = bulkAwardPoller({ ...worker.bulk, work: async () => ++batches > 0 })
    await poller.poll()
    assert.equal(batches, 5)
  })
})
