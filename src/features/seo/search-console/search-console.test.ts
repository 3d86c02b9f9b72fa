import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { z } from 'zod'
import type { ListedAddress } from '#features/seo/sitemap/entries.ts'
import { Submission } from '#features/seo/submission/contract.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import type { Send } from '../../../../test/support/http-client.ts'
import { sayAlways } from '../../../../test/support/seo/engines/http-simulator.ts'
import {
  type SearchConsoleSimulator,
  startSearchConsole,
  unknownToGoogle,
} from '../../../../test/support/seo/engines/search-console.ts'
import {
  type SearchConsoleEngine,
  startSearchConsoleEngine,
} from '../../../../test/support/seo/search-console-engine.ts'
import { testSite } from '../../../../test/support/seo/submission-engine.ts'
import { until } from '../../../../test/support/until.ts'
import { Inspection, SearchConsoleOverview, SearchFigures } from './contract.ts'
import { describeSums, googleDayOf, holdsAddress, nextGoogleDay } from './model.ts'

const path = '/api/admin/seo/search-console'
const property = 'sc-domain:example.org'
let app: TestApp
let admin: Send
let editor: Send
let google: SearchConsoleSimulator
let engine: SearchConsoleEngine
const listed: ListedAddress[] = ['/es/', '/ar/', '/es/about'].map((page) => ({
  ...{ address: testSite + page, language: page.startsWith('/ar') ? 'ar' : 'es', type: 'page' },
  changedAt: undefined,
}))

before(async () => {
  app = await startTestApp({ env: { PUBLIC_URL: testSite } })
  google = await startSearchConsole({ property })
  // Beside the product, which has no way to the simulator: it asks what the product wants to know.
  engine = startSearchConsoleEngine({
    ...{ databaseUrl: app.databaseUrl, clock: app.clock, listed: () => listed, endpoints: google.endpoints },
    credentials: { googleServiceAccount: google.account, googleProperty: property },
  })
  admin = await app.signIn()
  editor = await app.signInAs('editor')
})
beforeEach(async () => {
  await app.pool.query(`
    DELETE FROM seo_search_days; DELETE FROM seo_inspections;
    UPDATE seo_search_fetch SET due_at = NULL, totals_at = NULL, failed_at = NULL, failed_for = NULL`)
  engine.change()
})
after(async () => {
  await engine.close()
  await google.close()
  await app.close()
})

const overview = async () => (await admin(path)).read(SearchConsoleOverview)
const list = async (query = '') => (await admin(`${path}/inspections${query}`)).read(z.array(Inspection))
async function configure(account: string | null, version: number): Promise<void> {
  const changes = [
    { key: 'googleServiceAccount', value: account, version },
    { key: 'googleProperty', value: account === null ? '' : property, version },
  ]
  assert.equal((await admin('/api/settings', { method: 'PATCH', json: { changes } })).status, 200)
}

test('without credentials it is said what is missing, and nothing can be asked', async () => {
  const { obstacle, inspections, figures } = await overview()
  assert.deepEqual([obstacle, inspections.addresses, figures.next_at], ['not_configured', 0, null])
  for (const [url, json] of [
    [`${path}/inspections`, { address: `${testSite}/es/` }],
    [`${path}/figures`, undefined],
  ] as const) {
    const refused = await editor(url, { method: 'POST', ...(json && { json }) })
    assert.equal(refused.status, 409)
    assert.match(refused.text, /Falta la cuenta de servicio de Google/)
  }
  assert.equal((await admin(`${path}/figures`)).status, 404)
})

describe('with credentials', () => {
  before(() => configure(google.account, 0))
  after(() => configure(null, 1))

  test('what Google says of addresses is listed, and joined with what was submitted and found', async () => {
    google.known.set(`${testSite}/es/about`, unknownToGoogle)
    await app.pool.query(
      `INSERT INTO seo_findings (rule, rule_number, severity, page, path, language, subject, variables, repair,
         first_seen, last_seen, first_check, last_check)
       SELECT 'h1_missing', 1, 'error', '/es/about', '/about', 'es', subject, '{}', '{"kind":"program","path":null}',
         now(), now(), gen_random_uuid(), gen_random_uuid() FROM unnest(ARRAY['a', 'b']) AS subject`,
    )
    await app.pool.query(
      "INSERT INTO seo_submission_runs (engine, started_at, is_automatic, is_again, ended_at) VALUES ('bing', now(), false, false, now())",
    )
    await app.pool.query(
      `INSERT INTO seo_submissions (run_id, engine, kind, address, changed_at, state, at, due_at)
       SELECT id, 'bing', 'address', $1, now(), 'accepted', now(), now() FROM seo_submission_runs`,
      [`${testSite}/es/about`],
    )
    await engine.poll()
    const [first, ...others] = await list()
    assert.deepEqual(
      [first?.address, first?.state, first?.findings, others.length],
      [`${testSite}/es/about`, 'not_indexed', { path: '/about', count: 2 }, 2],
    )
    for (const [query, count] of [
      ['?state=indexed', 2],
      ['?language=ar', 1],
      ['?search=about', 1],
      [`?words=${encodeURIComponent('URL is unknown to Google')}`, 1],
      ['?search=%25&state=unknown', 0],
    ] as const)
      assert.equal((await list(query)).length, count, query)
    for (const query of ['?state=lost', '?language=xx', `?search=${'x'.repeat(201)}`, '?limit=0'])
      assert.equal((await admin(`${path}/inspections${query}`)).status, 422, query)
    const [submission] = (await admin('/api/admin/seo/submissions')).read(z.array(Submission))
    assert.equal(submission?.google_index?.state, 'not_indexed')
    assert.equal(submission.google_index.words, 'URL is unknown to Google')
    assert.doesNotMatch(JSON.stringify(await overview()), /BEGIN/)
  })

  test('a person asks, and is answered in the same request; only pages of the site are asked about', async () => {
    await engine.poll()
    google.known.set(`${testSite}/es/`, unknownToGoogle)
    const asking = editor(`${path}/inspections`, { json: { address: `${testSite}/es/` } })
    await until(async () => (await list('?search=/es/')).some((one) => one.is_wanted), 'it is wanted')
    await engine.poll()
    const said = (await asking).read(Inspection)
    assert.deepEqual(
      [said.state, said.words, said.failure],
      ['not_indexed', 'URL is unknown to Google', null],
    )
    for (const address of ['https://other.example.com/', `${testSite}/es/nowhere`, 'file:///etc/passwd'])
      assert.equal((await editor(`${path}/inspections`, { json: { address } })).status, 404, address)
    for (const json of [{}, { address: '' }, { address: 'a\u0000' }, { address: 'x'.repeat(2_001) }])
      assert.equal((await editor(`${path}/inspections`, { json })).status, 422)
    google.answer(sayAlways(500, 'out of order'))
    const failing = editor(`${path}/inspections`, { json: { address: `${testSite}/ar/` } })
    await until(async () => (await list('?search=/ar/')).some((one) => one.is_wanted), 'it is wanted')
    await engine.poll()
    google.answer()
    const { failure, state } = (await failing).read(Inspection)
    assert.deepEqual([failure?.status, failure?.answer, state], [500, 'out of order', 'indexed'])
    assert.equal((await overview()).inspections.pause, 'failure')
  })

  test('figures are fetched when someone asks, and shown by period', async () => {
    const day = googleDayOf(new Date(app.clock.now().getTime() - 2 * 24 * 3_600_000))
    google.rows.push({
      day,
      page: `${testSite}/ar/`,
      query: 'توقيع',
      clicks: 3,
      impressions: 40,
      position: 2.25,
    })
    await app.pool.query("UPDATE seo_search_fetch SET due_at = '2999-01-01'")
    const asked = (await editor(`${path}/figures`, { method: 'POST' })).read(SearchConsoleOverview)
    assert.equal(asked.figures.next_at, app.clock.now().toISOString())
    await engine.poll()
    const { totals, queries, days } = (await admin(`${path}/figures?days=90`)).read(SearchFigures)
    assert.deepEqual(totals, { clicks: 3, impressions: 40, click_rate: 7.5, position: 2.3 })
    assert.deepEqual([queries[0]?.query, days.length], ['توقيع', 90])
    for (const query of ['days=13', 'days=x', 'days='])
      assert.equal((await admin(`${path}/figures?${query}`)).status, 422, query)
  })
})

describe('the model', () => {
  test('a property holds what is below its domain or begins with its prefix', () => {
    for (const [one, address, isHeld] of [
      ['sc-domain:example.org', 'https://www.example.org/es/', true],
      ['sc-domain:example.org', 'http://example.org/', true],
      ['sc-domain:example.org', 'https://badexample.org/', false],
      ['sc-domain:www.example.org', 'https://example.org/', false],
      ['https://example.org/', 'https://example.org/es/', true],
      ['https://example.org/', 'http://example.org/es/', false],
      ['https://example.org/', 'https://example.org.evil.test/', false],
    ] as const)
      assert.equal(holdsAddress(one, address), isHeld, `${one} ${address}`)
  })

  test('the days of Google are those of California, also when its clock changes', () => {
    assert.equal(googleDayOf(new Date('2026-05-05T06:59:59Z')), '2026-05-04')
    for (const [now, next] of [
      ['2026-05-04T12:34:56Z', '2026-05-05T07:00:00.000Z'],
      ['2026-03-08T09:00:00Z', '2026-03-09T07:00:00.000Z'],
      ['2026-11-01T08:00:00Z', '2026-11-02T08:00:00.000Z'],
    ] as const)
      assert.equal(nextGoogleDay(new Date(now)).toISOString(), next)
  })

  test('nothing is divided by nothing', () => {
    assert.deepEqual(describeSums({ clicks: 0, impressions: 0, places: 0 }), {
      ...{ clicks: 0, impressions: 0, click_rate: 0, position: null },
    })
  })
})
