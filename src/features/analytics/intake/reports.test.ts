import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { EventFigures, SpeedFigures, TakenReports, VisitFigures } from '#features/analytics/contract.ts'
import { browser } from '../../../../test/support/analytics/browser.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import type { Send } from '../../../../test/support/http-client.ts'

const bot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

let product: TestApp
let admin: Send
before(async () => {
  product = await startTestApp({ env: { TRUST_PROXY: 'loopback', ANALYTICS_EVENTS: 'true' } })
  admin = await product.signInAs('admin')
  const switched = await admin('/api/settings', {
    method: 'PATCH',
    json: {
      changes: ['analyticsPageviews', 'analyticsConversions'].map((key) => ({
        key,
        value: true,
        version: 0,
      })),
    },
  })
  assert.equal(switched.status, 200, switched.text)
})
after(() => product.close())
beforeEach(() =>
  product.pool.query(
    'TRUNCATE analytics_queue, analytics_views, analytics_visits, analytics_events, analytics_counts, analytics_timings',
  ),
)

const report = (kind: string, events: unknown, headers: Record<string, string> = {}) =>
  product.send(`/api/analytics/${kind}`, {
    json: { events },
    headers: { 'user-agent': browser, 'x-forwarded-for': '193.144.4.1', ...headers },
  })
const eventOf = (event: Record<string, unknown> = {}) => ({
  ...{ id: randomUUID(), name: 'download', page: '/about', language: 'es' },
  ...event,
})
const readEvents = async () => (await admin('/api/analytics/events')).read(EventFigures)

describe('reports of programs', () => {
  test('are unknown addresses until the team wants them, whatever the body', async () => {
    const unset = await startTestApp()
    for (const kind of ['pageviews', 'events', 'conversions']) {
      const path = `/api/analytics/${kind}`
      assert.equal((await unset.send(path, { json: { events: [eventOf()] } })).status, 404)
      assert.equal(
        (await unset.send(path, { body: '{', headers: { 'content-type': 'application/json' } })).status,
        404,
      )
    }
    await unset.close()
  })

  test('of views count like those of pages, late ones on their own day, and once each', async () => {
    const at = new Date(product.clock.now().getTime() - 24 * 3_600_000).toISOString()
    const views = [
      { id: randomUUID(), page: '/', language: 'ar' },
      { id: randomUUID(), page: '/about', language: 'ar', at, referrer: 'https://example.org/' },
    ]
    for (let times = 0; times < 2; times++)
      assert.deepEqual((await report('pageviews', views)).read(TakenReports), { accepted: 2, refused: [] })
    const figures = (await admin('/api/analytics/visits?days=7')).read(VisitFigures)
    assert.deepEqual(figures.total, { visits: 2, views: 2 })
    assert.deepEqual(
      figures.days.slice(-2).map(({ visits, views }) => [visits, views]),
      [
        [1, 1],
        [1, 1],
      ],
    )
  })

  test('are taken one by one, each refused one with its reasons', async () => {
    const reply = await report(
      'events',
      [
        eventOf(),
        eventOf({ page: '/nowhere' }),
        eventOf({ name: 'Not a name' }),
        eventOf({ at: new Date(product.clock.now().getTime() - 49 * 3_600_000).toISOString() }),
        eventOf({ at: new Date(product.clock.now().getTime() + 120_000).toISOString() }),
        { id: 'x' },
        null,
        eventOf({ value: '/a.pdf' }),
      ],
      { 'accept-language': 'en' },
    )
    assert.equal(reply.status, 202)
    const { accepted, refused } = reply.read(TakenReports)
    assert.equal(accepted, 2)
    assert.deepEqual(
      refused.map(({ index, errors }) => [index, errors[0]?.field]),
      [
        [1, 'page'],
        [2, 'name'],
        [3, 'at'],
        [4, 'at'],
        [5, 'id'],
        [6, ''],
      ],
    )
    assert.equal(refused[0]?.errors[0]?.message, 'This site has no such page')
    assert.deepEqual((await readEvents()).events, [
      { name: 'download', times: 2, visits: 1, values: [{ value: '/a.pdf', times: 1 }] },
    ])
  })

  test('of events and conversions are counted apart, and those without a hash in no visit', async () => {
    const id = randomUUID()
    await report('events', [eventOf({ id }), eventOf({ name: 'scroll', value: '75' })])
    await report('events', [eventOf({ id })])
    await report('events', [eventOf()], { 'sec-gpc': '1' })
    await report('events', [eventOf()], { 'x-forwarded-for': '193.144.4.2' })
    await report('conversions', [eventOf({ name: 'signed' })])
    const { events, conversions } = await readEvents()
    assert.deepEqual(
      events.map(({ name, times, visits }) => [name, times, visits]),
      [
        ['download', 3, 2],
        ['scroll', 1, 1],
      ],
    )
    assert.deepEqual(conversions, [{ name: 'signed', times: 1, visits: 1 }])
  })

  test('of bots are refused, but for views, which are counted apart', async () => {
    const headers = { 'user-agent': bot }
    assert.equal((await report('events', [eventOf()], headers)).read(TakenReports).accepted, 0)
    const view = { id: randomUUID(), page: '/', language: 'es' }
    assert.equal((await report('pageviews', [view], headers)).read(TakenReports).accepted, 1)
    const figures = (await admin('/api/analytics/visits')).read(VisitFigures)
    assert.deepEqual([figures.total.views, figures.bot_views], [0, 1])
  })

  test('are refused as a whole when they are no list, none, or too many', async () => {
    for (const events of [undefined, {}, [], Array.from({ length: 101 }, () => eventOf())])
      assert.equal((await report('events', events)).status, 422)
    assert.deepEqual((await readEvents()).events, [])
  })
})

describe('timings of pages', () => {
  const time = (timings: Record<string, unknown>, userAgent = browser) =>
    product.send('/api/visits/timings', {
      json: { page: '/', language: 'es', ...timings },
      headers: { 'user-agent': userAgent },
    })

  test('are judged by the value that three of four views do not exceed', async () => {
    for (const [lcp, inp, cls] of [
      [800, 40, 0],
      [1212, 90, 0.004],
      [2600, 260, 0.12],
      [9000, 700, 0.5],
    ])
      assert.equal((await time({ lcp, inp, cls })).status, 202)
    assert.equal((await time({ lcp: 90_000 }, bot)).status, 202)
    assert.equal((await time({ page: '/about', cls: 0 })).status, 202)
    const speed = (await admin('/api/analytics/speed?days=7')).read(SpeedFigures)
    assert.deepEqual(speed.total.lcp, { p75: 2600, views: 4, good: 50 })
    assert.deepEqual(speed.total.inp, { p75: 260, views: 4, good: 50 })
    assert.deepEqual(speed.total.cls, { p75: 0.12, views: 5, good: 60 })
    assert.deepEqual(
      speed.pages.map(({ page }) => page),
      ['/', '/about'],
    )
    assert.deepEqual(speed.devices.desktop, speed.total)
  })

  test('that no browser can have are refused', async () => {
    for (const wrong of [{ lcp: -1 }, { inp: 'x' }, { cls: 5000 }, { lcp: 1e9 }, { page: '/admin' }])
      assert.equal((await time(wrong)).status, 422, JSON.stringify(wrong))
  })
})
