import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { MailMetrics, mailStatuses, UnfinishedMails } from '#features/mail/contract.ts'
import { notComposed } from '#features/mail/model.ts'
import { mailCounts } from '#features/mail/table.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { createFakeClock } from '../../../../test/support/clock.ts'
import type { Send } from '../../../../test/support/http-client.ts'
import { insertMail } from '../../../../test/support/mails.ts'

const campaign = '11111111-1111-4111-8111-111111111111'
const gone = '22222222-2222-4222-8222-222222222222'
let app: TestApp
let viewer: Send

before(async () => {
  app = await startTestApp({ clock: createFakeClock(new Date('2026-03-31T23:30:00Z')) })
  viewer = await app.signInAs('viewer')
  await app.pool.query(
    `INSERT INTO campaigns (id, name, audience, texts, fallback_language, created_at, updated_at)
     VALUES ($1, 'Primavera', '{}', '{}', 'es', now(), now())`,
    [campaign],
  )
  const campaignMail = { kind: 'campaign', language: 'es', segment: 'developer' } as const
  await app.db.insert(mailCounts).values([
    { ...campaignMail, day: '2026-03-30', event: 'queued', campaign, total: 300 },
    { ...campaignMail, day: '2026-03-30', event: 'sent', campaign, total: 300 },
    { ...campaignMail, day: '2026-03-30', event: 'open:human', campaign, total: 77 },
    { ...campaignMail, day: '2026-03-31', event: 'open:unknown', campaign, total: 3 },
    { ...campaignMail, day: '2026-03-31', event: 'open:privacy_proxy', campaign, total: 20 },
    { ...campaignMail, day: '2026-03-31', event: 'open:scanner', campaign, total: 9 },
    { ...campaignMail, day: '2026-03-31', event: 'click:human', campaign, total: 10 },
    { ...campaignMail, day: '2026-03-31', event: 'bounced', campaign, total: 3 },
    { ...campaignMail, day: '2026-03-31', event: 'unsubscribed', campaign, total: 1 },
    { ...campaignMail, day: '2026-03-02', event: 'sent', campaign: gone, segment: 'academic', total: 5 },
    { day: '2026-03-01', event: 'sent', kind: 'confirmation', language: 'ar', segment: 'ngo_gov', total: 40 },
    { day: '2026-03-31', event: 'sent', kind: 'password_reset', language: 'de', total: 2 },
    { day: '2026-03-31', event: 'failed', kind: 'password_reset', language: 'de', total: 1 },
  ])
})
after(() => app.close())

const read = async (query = '') => (await viewer(`/api/mail/metrics${query}`)).read(MailMetrics)

describe('the metrics', () => {
  test('give opens and clicks as a range, with rates to two decimals', async () => {
    const { funnel } = await read(`?campaign=${campaign}`)
    assert.deepEqual(funnel, {
      ...{
        queued: 300,
        sent: 300,
        delivered: 297,
        outbox: 0,
        failed: 0,
        bounced: 3,
        suppressed: 0,
        unsubscribed: 1,
      },
      opened: { at_least: 77, at_most: 100, proxies: 20, scanners: 9 },
      clicked: { at_least: 10, at_most: 10, proxies: 0, scanners: 0 },
      rates: {
        ...{ delivered: 99, bounced: 1, unsubscribed: 0.34 },
        opened: { at_least: 25.93, at_most: 33.67 },
        clicked: { at_least: 3.37, at_most: 3.37 },
      },
    })
  })

  test('cover the last thirty days in UTC, with an entry for every day', async () => {
    const { from, to, days, funnel } = await read()
    assert.deepEqual([from, to, days.length], ['2026-03-02', '2026-03-31', 30])
    assert.deepEqual(
      [days[0]?.sent, days[1]?.sent, days[28]?.sent, days[29]?.opened.at_most],
      [5, 0, 300, 23],
    )
    assert.equal(funnel.sent, 307)
    assert.equal((await read('?days=31')).funnel.sent, 347)
    assert.equal((await read('?from=2026-03-01&to=2026-03-01')).funnel.sent, 40)
  })

  test('are grouped by campaign, kind, language and segment, largest first', async () => {
    const metrics = await read('?days=90')
    const brief = (parts: MailMetrics['kinds']) =>
      parts.map(({ key, name, funnel }) => [key, name, funnel.sent])
    assert.deepEqual(brief(metrics.campaigns), [
      [campaign, 'Primavera', 300],
      [gone, null, 5],
    ])
    assert.deepEqual(brief(metrics.kinds), [
      ['campaign', null, 305],
      ['confirmation', null, 40],
      ['password_reset', null, 2],
    ])
    assert.deepEqual(brief(metrics.languages), [
      ['es', null, 305],
      ['ar', null, 40],
      ['de', null, 2],
    ])
    assert.deepEqual(brief(metrics.segments), [
      ['developer', null, 300],
      ['ngo_gov', null, 40],
      ['academic', null, 5],
    ])
  })

  test('can be filtered by campaign, kind, language or segment', async () => {
    assert.equal((await read('?days=90&kind=password_reset')).funnel.failed, 1)
    assert.equal((await read('?days=90&language=ar')).funnel.sent, 40)
    assert.equal((await read('?days=90&segment=academic&kind=campaign')).funnel.sent, 5)
    assert.equal((await read('?days=90&segment=academic&language=ar')).funnel.sent, 0)
  })

  test('without mails have no rates', async () => {
    const { funnel, campaigns } = await read('?language=hi')
    assert.deepEqual(funnel.rates, {
      ...{ delivered: null, bounced: null, unsubscribed: null },
      opened: { at_least: null, at_most: null },
      clicked: { at_least: null, at_most: null },
    })
    assert.deepEqual(campaigns, [])
  })

  test('refuse invalid filters', async () => {
    const bad = [
      'days=0',
      'days=400',
      'from=2026-03-01',
      'from=2026-03-02&to=2026-03-01',
      'from=x&to=y',
      'kind=x',
    ]
    bad.push('from=1000-01-01&to=2026-01-01', 'language=xx', 'segment=x', 'campaign=x')
    for (const query of bad) {
      assert.equal((await viewer(`/api/mail/metrics?${query}`)).status, 422, query)
    }
  })
})

describe('the unfinished mails', () => {
  test('are each in one figure, and all mails are in one of them or have a final status', async () => {
    const states = [
      ...mailStatuses.map((status) => ({ status, response: null })),
      { status: 'queued', response: '451 4.2.0 later' },
      { status: 'queued', response: notComposed },
      { status: 'sending', response: notComposed },
      { status: 'failed', response: notComposed },
    ] as const
    for (const { status, response } of states) {
      await insertMail(app, { status, response, sentAt: status === 'sent' ? app.clock.now() : null })
    }
    const figures = (await viewer('/api/mail/unfinished')).read(UnfinishedMails)
    assert.deepEqual(figures, { waiting: 2, retrying: 1, not_composed: 2 })
    const { rows } = await app.pool.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM mails WHERE status NOT IN ('queued', 'sending')`,
    )
    const finished = rows[0]?.total ?? 0
    assert.equal(figures.waiting + figures.retrying + figures.not_composed + finished, states.length)
  })
})
