import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { createFakeClock } from '../../../test/support/clock.ts'
import { draftOf, registrationOf } from '../../../test/support/factories.ts'
import type { Send } from '../../../test/support/http-client.ts'
import { insertMail } from '../../../test/support/mails.ts'
import { DashboardMetrics, Timeline } from './contract.ts'

let product: TestApp
let admin: Send
let viewer: Send
before(async () => {
  product = await startTestApp({
    env: { TRUST_PROXY: 'loopback', SESSION_MAX_DAYS: '365', SESSION_IDLE_HOURS: '8760' },
    // A week before clocks change in Europe.
    clock: createFakeClock(new Date('2027-03-20T22:30:00Z')),
  })
  admin = await product.signIn()
  viewer = await product.signInAs('viewer')
})
after(() => product.close())
beforeEach(async () => {
  await product.pool.query(
    'TRUNCATE early_adopters, mails, erased_cohorts, analytics_views, analytics_visits CASCADE',
  )
  await product.pool.query('TRUNCATE analytics_queue, analytics_counts')
})

/** Registers somebody from an address; returns their id. */
async function register(
  sent: Parameters<typeof registrationOf>[0] = {},
  from = '193.144.4.1',
): Promise<string> {
  const person = registrationOf(sent)
  const headers = { 'x-forwarded-for': from }
  assert.equal((await product.send('/api/early-adopters', { json: person, headers })).status, 201)
  const { rows } = await product.pool.query<{ id: string }>(
    'SELECT id FROM early_adopters WHERE email = $1',
    [person.email],
  )
  return rows[0]?.id ?? ''
}

async function read(days = 30): Promise<DashboardMetrics> {
  return (await viewer(`/api/admin/metrics/dashboard?days=${days}`)).read(DashboardMetrics)
}

describe('the metrics of the dashboard', () => {
  test('are zeros, never what no number is, while there is nothing', async () => {
    const metrics = await read()
    assert.deepEqual(metrics.summary, { total_signatures: 0, total_leads: 0, conversion_rate: 0 })
    assert.deepEqual(Object.keys(metrics.segment_performance), [
      'developer',
      'business',
      'academic',
      'ngo_gov',
    ])
    assert.equal(Object.keys(metrics.timeline.daily).length, 30)
    assert.deepEqual(metrics.geographic, {})
    assert.deepEqual(Object.values(metrics.funnel.conversion_rates), [0, 0, 0, 0])
    assert.equal(metrics.last_updated, product.clock.now().toISOString())
  })

  test('count those who registered in the period, by segment, day and country', async () => {
    await register({ segment: 'business' })
    product.clock.advance(8 * 24 * 3_600_000)
    await register({ segment: 'developer' })
    await register({ segment: 'developer' }, '187.141.0.1')
    await register({ segment: 'academic' }, '10.0.0.1')
    const { summary, segment_performance: bySegment, geographic, timeline } = await read(7)
    assert.equal(summary.total_leads, 3)
    assert.deepEqual(
      Object.entries(bySegment).map(([segment, { registrations }]) => [segment, registrations]),
      [
        ['developer', 2],
        ['business', 0],
        ['academic', 1],
        ['ngo_gov', 0],
      ],
    )
    assert.deepEqual(
      Object.entries(geographic)
        .map(([country, { registrations }]) => `${country} ${registrations}`)
        .sort(),
      ['ES 1', 'MX 1', 'ZZ 1'],
    )
    const today = product.clock.now().toISOString().slice(0, 10)
    assert.deepEqual(Object.keys(timeline.daily).length, 7)
    assert.deepEqual(timeline.daily[today], { register: 3, signature_activated: 0 })
    assert.equal((await read(30)).summary.total_leads, 4)
  })

  test('count people, not mails, and of opens and clicks only those of people', async () => {
    const [ana, ben, eva] = [await register(), await register(), await register()]
    const now = product.clock.now()
    const opened = { openedAt: now, openVerdict: 'human' } as const
    await insertMail(product, { leadId: ana, ...opened })
    await insertMail(product, { leadId: ana, ...opened, clickedAt: now, clickVerdict: 'human' })
    // A picture that is not shown is no mail that is not read.
    await insertMail(product, { leadId: ben, clickedAt: now, clickVerdict: 'human' })
    await insertMail(product, { leadId: eva, openedAt: now, openVerdict: 'privacy_proxy' })
    // Neither sent nor asked for by the product.
    await insertMail(product, { leadId: await register(), sentAt: null, status: 'outbox' })
    await insertMail(product, { leadId: await register(), kind: 'rights_link' })
    const { funnel } = await read()
    assert.deepEqual(
      [funnel.registrations, funnel.emails_sent, funnel.emails_opened, funnel.links_clicked],
      [5, 3, 2, 2],
    )
    assert.deepEqual(funnel.conversion_rates, {
      visit_to_register: 0,
      email_open_rate: 66.67,
      click_through_rate: 100,
      overall_conversion: 0,
    })
  })

  test('have the visits of the period before the registrations', async () => {
    for (const from of ['8.8.8.8', '8.8.4.4', '1.1.1.1'])
      await product.send('/api/visits', {
        json: { page: '/', language: 'es' },
        headers: { 'x-forwarded-for': from, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' },
      })
    await register()
    const { funnel } = await read()
    assert.deepEqual([funnel.visits, funnel.conversion_rates.visit_to_register], [3, 33.33])
  })

  test('stay as they are when somebody is erased', async () => {
    const id = await register({ segment: 'ngo_gov' }, '187.141.0.1')
    await register({ segment: 'ngo_gov' })
    await insertMail(product, { leadId: id, openedAt: product.clock.now(), openVerdict: 'human' })
    const before = await read()
    const confirmed = { json: { password: 'correct horse battery' } }
    await admin('/api/auth/confirm-password', confirmed)
    assert.equal((await admin(`/api/leads/${id}`, { method: 'DELETE' })).status, 204)
    assert.deepEqual({ ...(await read()), last_updated: '' }, { ...before, last_updated: '' })
  })

  test('have the days of the time zone of the site', async () => {
    await admin('/api/auth/confirm-password', { json: { password: 'correct horse battery' } })
    product.clock.advance(Date.parse('2027-03-28T22:30:00Z') - product.clock.now().getTime())
    const id = await register()
    let version = 0
    const days = async (timeZone: string) => {
      const changed = await admin('/api/settings', {
        method: 'PATCH',
        json: { changes: [{ key: 'timeZone', value: timeZone, version: version++ }] },
      })
      assert.equal(changed.status, 200, changed.text)
      const { timeline } = await read(7)
      return Object.entries(timeline.daily).flatMap(([day, { register }]) => (register ? [day] : []))
    }
    assert.deepEqual(await days('Europe/Madrid'), ['2027-03-29'])
    assert.deepEqual(await days('America/Mexico_City'), ['2027-03-28'])
    assert.deepEqual(await days('Pacific/Auckland'), ['2027-03-29'])
    assert.equal((await admin(`/api/leads/${id}`, { method: 'DELETE' })).status, 204)
    assert.deepEqual(await days('Europe/Berlin'), ['2027-03-29'])
  })

  test('are those of any days, of the days before them, and of one country', async () => {
    product.clock.advance(Date.parse('2027-04-10T10:00:00Z') - product.clock.now().getTime())
    await register()
    await register({}, '187.141.0.1')
    product.clock.advance(3 * 86_400_000)
    await register()
    const leads = async (query: string) =>
      (await viewer(`/api/admin/metrics/dashboard?${query}`)).read(DashboardMetrics).summary.total_leads
    assert.equal(await leads('from=2027-04-13&to=2027-04-15'), 1)
    assert.equal(await leads('from=2027-04-13&to=2027-04-15&previous=true'), 2)
    assert.equal(await leads('days=7'), 3)
    assert.equal(await leads('days=7&country=MX'), 1)
    assert.equal(await leads('days=7&country=ZZ'), 0)
    const refused = await viewer('/api/admin/metrics/dashboard?from=2027-04-15&to=2027-04-13')
    assert.equal(refused.status, 422)
    assert.match(refused.text, /366/)
  })

  test('stand beside what the team did on their days', async () => {
    const admin = await product.signIn()
    const saved = await admin('/api/content', { json: draftOf() })
    assert.equal(saved.status, 201, saved.text)
    const today = product.clock.now().toISOString().slice(0, 10)
    await product.pool.query(
      `INSERT INTO releases (name, status, live_at, created_at, updated_at) VALUES ('Primavera', 'live', $1, $1, $1)`,
      [product.clock.now()],
    )
    const { id } = JSON.parse(saved.text)
    const published = await admin(`/api/content/${id}/publish`, { method: 'PUT' })
    assert.equal(published.status, 200, published.text)
    const { events } = (await viewer('/api/dashboard/timeline?days=7')).read(Timeline)
    assert.deepEqual(
      events.map(({ day, kind, name, count }) => ({ day, kind, name, count })),
      [
        { day: today, kind: 'texts', name: null, count: 1 },
        { day: today, kind: 'releases', name: 'Primavera', count: 1 },
      ],
    )
    const before = await viewer('/api/dashboard/timeline?days=7&previous=true')
    assert.deepEqual(before.read(Timeline).events, [])
  })

  test('are for the periods that there are, and for the team', async () => {
    for (const days of ['8', '0', '-7', '7.5', '1e1', 'x', '', '30&days=7'])
      assert.equal((await viewer(`/api/admin/metrics/dashboard?days=${days}`)).status, 422, days)
    assert.equal((await product.send('/api/admin/metrics/dashboard')).status, 401)
  })
})
