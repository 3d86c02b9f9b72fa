import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { DashboardMetrics, FunnelFigures, funnelSteps } from '#features/dashboard/contract.ts'
import { segments } from '#shared/segments.ts'
import { startTestApp, type TestApp } from '../../../../../test/support/build-app.ts'
import { createFakeClock } from '../../../../../test/support/clock.ts'
import { registrationOf } from '../../../../../test/support/factories.ts'
import type { Send } from '../../../../../test/support/http-client.ts'
import { insertMail } from '../../../../../test/support/mails.ts'
import { explainFigure, type Figure } from './figures.ts'

let product: TestApp
let viewer: Send
let metrics: DashboardMetrics
let funnel: FunnelFigures

const addresses = ['193.144.4.1', '187.141.0.1', '10.0.0.1']

before(async () => {
  product = await startTestApp({
    env: { TRUST_PROXY: 'loopback', SESSION_MAX_DAYS: '365', SESSION_IDLE_HOURS: '8760' },
    clock: createFakeClock(new Date('2027-03-20T22:30:00Z')),
  })
  const admin = await product.signIn()
  viewer = await product.signInAs('viewer')
  await fill(product, admin)
  metrics = (await viewer('/api/admin/metrics/dashboard?days=7')).read(DashboardMetrics)
  funnel = (await viewer('/api/dashboard/funnel?days=7')).read(FunnelFigures)
})
after(() => product.close())

/** Thirty people over ten days, from three places, who come differently far; three of them are erased. */
async function fill({ pool, clock, send }: TestApp, admin: Send): Promise<void> {
  const ids: string[] = []
  for (let number = 0; number < 30; number++) {
    if (number % 3 === 0) clock.advance(24 * 3_600_000)
    const json = registrationOf({ segment: segments[number % 4] ?? 'developer' })
    const headers = { 'x-forwarded-for': addresses[number % 3] ?? '' }
    assert.equal((await send('/api/early-adopters', { json, headers })).status, 201)
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM early_adopters WHERE email = $1', [
      json.email,
    ])
    const id = rows[0]?.id ?? ''
    ids.push(id)
    const now = clock.now()
    if (number % 5 > 0)
      await insertMail(product, {
        leadId: id,
        ...(number % 5 > 2 && { openedAt: now, openVerdict: 'human' }),
        ...(number % 5 > 3 && { clickedAt: now, clickVerdict: 'human' }),
      })
  }
  await admin('/api/auth/confirm-password', { json: { password: 'correct horse battery' } })
  for (const id of [ids[17], ids[24], ids[29]])
    assert.equal((await admin(`/api/leads/${id}`, { method: 'DELETE' })).status, 204)
}

/** How many the list has under the link of a note. */
async function countListed(path: string): Promise<number> {
  const reply = await viewer(path.replace('/admin/', '/api/'))
  assert.equal(reply.status, 200, path)
  assert.equal(reply.headers['x-total-count-is'], undefined)
  return Number(reply.headers['x-total-count'])
}

async function expectRows(figure: Figure, counted: number): Promise<number> {
  const { rows } = explainFigure(figure, funnel)
  if (typeof rows === 'string') assert.fail(`${JSON.stringify(figure)} has no list`)
  assert.equal(rows.listed + rows.erased, counted, JSON.stringify(figure))
  assert.equal(await countListed(rows.path), rows.listed, rows.path)
  return rows.erased
}

describe('the list behind a figure has those whom it counts, but for those who were erased', () => {
  test('for each step of people', async () => {
    const erased = []
    for (const step of ['registrations', 'emails_sent', 'emails_opened', 'links_clicked'] as const) {
      assert.ok(metrics.funnel[step] > 0)
      erased.push(await expectRows({ kind: 'step', step }, metrics.funnel[step]))
    }
    assert.deepEqual(erased, [3, 3, 2, 2])
  })

  test('for all who registered', async () => {
    for (const kind of ['leads', 'conversion', 'timeline'] as const)
      assert.equal(await expectRows({ kind }, metrics.summary.total_leads), 3)
  })

  test('for each segment', async () => {
    let erased = 0
    for (const segment of segments)
      erased += await expectRows(
        { kind: 'segment', segment, ...metrics.segment_performance[segment] },
        metrics.segment_performance[segment].registrations,
      )
    assert.equal(erased, 3)
  })

  test('for each country, and for those without one', async () => {
    assert.deepEqual(Object.keys(metrics.geographic).sort(), ['ES', 'MX', 'ZZ'])
    for (const [country, performance] of Object.entries(metrics.geographic))
      await expectRows({ kind: 'country', country, ...performance }, performance.registrations)
  })

  test('and the steps without people have none', () => {
    for (const step of ['visits', 'forms_started', 'signatures_activated'] as const)
      assert.equal(typeof explainFigure({ kind: 'step', step }, funnel).rows, 'string')
  })
})

test('each step says how its rates are calculated from the figures that are shown', () => {
  for (const [place, step] of funnelSteps.entries()) {
    const { calculations } = explainFigure({ kind: 'step', step }, funnel)
    assert.deepEqual(
      calculations.map(({ of }) => of),
      place === 0 ? [] : place === 1 ? ['ofPrevious'] : ['ofPrevious', 'ofRegistrations'],
    )
    for (const { part } of calculations) assert.equal(part, metrics.funnel[step])
  }
})

test('the API is described with the definitions of the notes', async () => {
  const description = (await product.send('/api/openapi.json')).text
  assert.match(description, /`funnel\.emails_opened`: Those of them who opened an e-mail/)
  assert.doesNotMatch(description, /figures\.definitions/)
})
