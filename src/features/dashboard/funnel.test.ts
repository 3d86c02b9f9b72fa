import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { suppressions } from '#features/mail/table.ts'
import { startTestApp, type TestApp } from '../../../test/support/build-app.ts'
import { createFakeClock } from '../../../test/support/clock.ts'
import { registrationOf } from '../../../test/support/factories.ts'
import type { Send } from '../../../test/support/http-client.ts'
import { insertMail } from '../../../test/support/mails.ts'
import { activate, invite, readToken } from '../../../test/support/signatures/signatures.ts'
import { DashboardMetrics, FunnelFigures, type FunnelStep, funnelSteps } from './contract.ts'
import { describeSteps } from './funnel.ts'
import type { Cohort } from './ports.ts'

const day = 24 * 3_600_000

let product: TestApp
let admin: Send
let viewer: Send
before(async () => {
  product = await startTestApp({
    env: { TRUST_PROXY: 'loopback', SESSION_MAX_DAYS: '365', SESSION_IDLE_HOURS: '8760' },
    clock: createFakeClock(new Date('2027-03-20T22:30:00Z')),
  })
  admin = await product.signIn()
  viewer = await product.signInAs('viewer')
})
after(() => product.close())
beforeEach(async () => {
  await product.pool.query('TRUNCATE early_adopters, mails, mail_suppressions, erased_cohorts CASCADE')
})

async function register(): Promise<{ id: string; email: string }> {
  const { email } = registrationOf()
  const headers = { 'x-forwarded-for': '193.144.4.1' }
  const json = { ...registrationOf(), email }
  assert.equal((await product.send('/api/early-adopters', { json, headers })).status, 201)
  const { rows } = await product.pool.query<{ id: string }>(
    'SELECT id FROM early_adopters WHERE email = $1',
    [email],
  )
  return { id: rows[0]?.id ?? '', email }
}

/** Somebody to whom a mail was sent just now, who opened it and followed a link if it says so. */
async function registerAt(step: 'sent' | 'opened' | 'clicked') {
  const person = await register()
  const now = product.clock.now()
  await insertMail(product, {
    leadId: person.id,
    ...(step === 'opened' && { openedAt: now, openVerdict: 'human' }),
    ...(step === 'clicked' && { clickedAt: now, clickVerdict: 'human' }),
  })
  return person
}

async function confirmPassword() {
  await admin('/api/auth/confirm-password', { json: { password: 'correct horse battery' } })
}

const readFunnel = async (days = 30) =>
  (await viewer(`/api/dashboard/funnel?days=${days}`)).read(FunnelFigures)

/** What became of those who reached each step of people: how many reached it, went on, are under way, are lost. */
async function fates(days?: number): Promise<Partial<Record<FunnelStep, number[]>>> {
  const { steps } = await readFunnel(days)
  return Object.fromEntries(
    steps.flatMap(({ step, reached, next }) =>
      next ? [[step, [reached, next.went_on, next.under_way, next.lost]]] : [],
    ),
  )
}

describe('the funnel', () => {
  test('has zeros and no interval while there is nothing', async () => {
    const { steps, step_days } = await readFunnel()
    assert.equal(step_days, 14)
    assert.deepEqual(
      steps.map(({ step }) => step),
      [...funnelSteps],
    )
    for (const { reached, erased, of_previous: share } of steps) {
      assert.deepEqual([reached, erased], [0, 0])
      if (share) assert.deepEqual(share, { part: 0, whole: 0, rate: 0, interval: null })
    }
  })

  test('tells who is still under way at each step from who is lost there', async () => {
    for (const step of ['sent', 'sent', 'opened', 'clicked'] as const) await registerAt(step)
    await register()
    const underWay = {
      registrations: [5, 4, 1, 0],
      emails_sent: [4, 2, 2, 0],
      emails_opened: [2, 1, 1, 0],
      links_clicked: [1, 0, 1, 0],
      forms_started: [0, 0, 0, 0],
    }
    assert.deepEqual(await fates(), underWay)
    product.clock.advance(14 * day - 1)
    assert.deepEqual(await fates(), underWay)
    product.clock.advance(1)
    assert.deepEqual(await fates(), {
      registrations: [5, 4, 0, 1],
      emails_sent: [4, 2, 0, 2],
      emails_opened: [2, 1, 0, 1],
      links_clicked: [1, 0, 0, 1],
      forms_started: [0, 0, 0, 0],
    })
  })

  test('counts who began and who activated their signature once each, also after their erasure', async () => {
    for (const ends of [false, true]) {
      const { id } = await register()
      await invite(admin, id)
      const token = await readToken(product, id)
      const json = { step: 'started' }
      assert.equal((await product.send(`/api/signature/progress/${token}`, { json })).status, 204)
      if (ends) assert.equal((await activate(product, token)).status, 200)
    }
    const expected = {
      registrations: [2, 2, 0, 0],
      emails_sent: [2, 2, 0, 0],
      emails_opened: [2, 2, 0, 0],
      links_clicked: [2, 2, 0, 0],
      forms_started: [2, 1, 1, 0],
    }
    assert.deepEqual(await fates(), expected)
    const metrics = async () => (await viewer('/api/admin/metrics/dashboard')).read(DashboardMetrics)
    const { summary, segment_performance: segments } = await metrics()
    assert.deepEqual([summary.total_signatures, summary.conversion_rate], [1, 50])
    const activations = Object.values(segments).reduce((sum, one) => sum + one.activations, 0)
    assert.equal(activations, 1)
    await confirmPassword()
    const { rows } = await product.pool.query<{ id: string }>('SELECT id FROM early_adopters')
    await admin('/api/early-adopters/erase', { json: { ids: rows.map(({ id }) => id) } })
    assert.deepEqual(await fates(), { ...expected, forms_started: [2, 1, 0, 1] })
    assert.equal((await metrics()).summary.total_signatures, 1)
  })

  test('counts the days from the furthest step, not from the registration', async () => {
    const { id } = await register()
    product.clock.advance(13 * day)
    await insertMail(product, { leadId: id })
    product.clock.advance(13 * day)
    assert.deepEqual((await fates()).emails_sent, [1, 0, 1, 0])
    // A second mail does not begin the step again.
    await insertMail(product, { leadId: id })
    product.clock.advance(day)
    assert.deepEqual((await fates()).emails_sent, [1, 0, 0, 1])
    await insertMail(product, {
      ...{ leadId: id, sentAt: product.clock.now() },
      ...{ openedAt: product.clock.now(), openVerdict: 'human' },
    })
    assert.deepEqual((await fates()).emails_opened, [1, 0, 1, 0])
  })

  test('loses at once who unsubscribes, cannot be reached or is erased', async () => {
    const [one, other, third] = [
      await registerAt('opened'),
      await registerAt('opened'),
      await registerAt('sent'),
    ]
    assert.deepEqual((await fates()).emails_opened, [2, 0, 2, 0])
    await product.pool.query('UPDATE early_adopters SET consent_withdrawn_at = $2 WHERE id = $1', [
      one.id,
      product.clock.now(),
    ])
    assert.deepEqual((await fates()).emails_opened, [2, 0, 1, 1])
    await product.db
      .insert(suppressions)
      .values({ emailKey: other.email, reason: 'hard_bounce', at: product.clock.now() })
    assert.deepEqual((await fates()).emails_opened, [2, 0, 0, 2])
    await confirmPassword()
    assert.equal((await admin(`/api/leads/${third.id}`, { method: 'DELETE' })).status, 204)
    assert.deepEqual((await fates()).emails_sent, [3, 2, 0, 1])
    const { steps, erased } = await readFunnel()
    assert.deepEqual(
      steps.map((step) => step.erased),
      [0, 1, 1, 0, 0, 0, 0],
    )
    assert.deepEqual(erased.by_segment, { developer: 1, business: 0, academic: 0, ngo_gov: 0 })
    assert.deepEqual(erased.by_country, { ES: 1 })
  })

  test('has people by their registration, however late they take a step', async () => {
    const { id } = await register()
    product.clock.advance(20 * day)
    await insertMail(product, { leadId: id })
    assert.deepEqual((await fates(7)).emails_sent, [0, 0, 0, 0])
    assert.deepEqual((await fates(30)).emails_sent, [1, 0, 1, 0])
  })

  test('follows the setting for the days', async () => {
    await registerAt('sent')
    product.clock.advance(10 * day)
    assert.deepEqual((await fates()).emails_sent, [1, 0, 1, 0])
    await confirmPassword()
    const change = (value: unknown, version = 0) =>
      admin('/api/settings', {
        method: 'PATCH',
        json: { changes: [{ key: 'funnelStepDays', value, version }] },
      })
    for (const value of [0, 366, 1.5, '7']) assert.equal((await change(value)).status, 422)
    assert.equal((await change(10)).status, 200)
    assert.deepEqual((await fates()).emails_sent, [1, 0, 0, 1])
    assert.equal((await readFunnel()).step_days, 10)
    assert.equal((await change(null, 1)).status, 200)
  })

  test('never disagrees with the metrics', async () => {
    for (const step of ['sent', 'opened', 'opened', 'clicked'] as const) await registerAt(step)
    const { id } = await register()
    await confirmPassword()
    assert.equal((await admin(`/api/leads/${id}`, { method: 'DELETE' })).status, 204)
    await product.send('/api/visits', {
      json: { page: '/', language: 'es' },
      headers: {
        'x-forwarded-for': '8.8.8.8',
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
      },
    })
    for (const days of [7, 30, 90]) {
      const { funnel, summary } = (await viewer(`/api/admin/metrics/dashboard?days=${days}`)).read(
        DashboardMetrics,
      )
      const { steps } = await readFunnel(days)
      for (const { step, reached, next } of steps) {
        assert.equal(reached, funnel[step], step)
        if (next) assert.equal(next.went_on + next.under_way + next.lost, reached, step)
      }
      const rateAt = (step: FunnelStep) => steps.find((one) => one.step === step)?.of_previous?.rate
      assert.equal(steps[1]?.reached, summary.total_leads)
      assert.equal(rateAt('registrations'), funnel.conversion_rates.visit_to_register)
      assert.equal(rateAt('emails_opened'), funnel.conversion_rates.email_open_rate)
      assert.equal(rateAt('links_clicked'), funnel.conversion_rates.click_through_rate)
    }
  })

  test('is for the periods that there are, and for the team', async () => {
    for (const days of ['8', '0', 'x', '']) {
      assert.equal((await viewer(`/api/dashboard/funnel?days=${days}`)).status, 422, days)
    }
    assert.equal((await product.send('/api/dashboard/funnel')).status, 401)
  })
})

test('a rate has its interval, but not where more registered than were counted as visits', () => {
  const cohort: Cohort = {
    ...{ day: '2027-03-20', segment: 'developer', country: '', is_erased: false },
    ...{ registrations: 4, sent: 4, opened: 3, clicked: 0, started: 0, activated: 0, started_under_way: 0 },
    ...{ registered_under_way: 0, sent_under_way: 1, opened_under_way: 3, clicked_under_way: 0 },
  }
  const steps = describeSteps(2, [cohort])
  const registered = { part: 4, whole: 2, rate: 200, interval: null }
  assert.deepEqual(steps[1]?.of_previous, registered)
  const opened = { part: 3, whole: 4, rate: 75, interval: { low: 30.06, high: 95.44 } }
  assert.deepEqual([steps[3]?.of_previous, steps[3]?.of_registrations], [opened, opened])
  assert.deepEqual(steps[5]?.of_previous, { part: 0, whole: 0, rate: 0, interval: null })
})
