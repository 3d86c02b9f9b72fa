import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import type { ListedAddress } from '#features/seo/sitemap/entries.ts'
import { submissionSettings } from '#features/seo/submission/settings.ts'
import { createFakeClock, days, type FakeClock, hours } from '../../../../../test/support/clock.ts'
import { connectTestDatabase } from '../../../../../test/support/database.ts'
import { googleError } from '../../../../../test/support/seo/engines/google-account.ts'
import { flood, reset, sayAlways, sendJson } from '../../../../../test/support/seo/engines/http-simulator.ts'
import {
  indexed,
  type SearchConsoleSimulator,
  startSearchConsole,
  unknownToGoogle,
} from '../../../../../test/support/seo/engines/search-console.ts'
import {
  type SearchConsoleEngine,
  startSearchConsoleEngine,
} from '../../../../../test/support/seo/search-console-engine.ts'
import { testSite } from '../../../../../test/support/seo/submission-engine.ts'
import { until } from '../../../../../test/support/until.ts'

const property = 'sc-domain:example.org'
let postgres: Awaited<ReturnType<typeof connectTestDatabase>>
let clock: FakeClock
let google: SearchConsoleSimulator
let listed: ListedAddress[]
let engines: SearchConsoleEngine[] = []

before(async () => {
  postgres = await connectTestDatabase({ max: 2 })
})
beforeEach(async () => {
  // The figures have tests of their own.
  await postgres.pool.query(`
    DELETE FROM seo_inspections; DELETE FROM seo_accepted_changes;
    UPDATE seo_inspecting SET day = NULL, asked = 0, minute = NULL, asked_in_minute = 0, pause = NULL, paused_until = NULL,
      paused_for = NULL, failures = 0, failed_at = NULL, fault = NULL;
    UPDATE seo_search_fetch SET due_at = '2999-01-01'`)
  clock = createFakeClock(new Date('2026-05-04T12:00:00Z'))
  listed = pages(3)
  google = await startSearchConsole({ property })
})
afterEach(async () => {
  // Answers that are still held would be waited for.
  await google.close()
  await Promise.all(engines.map((one) => one.close()))
  engines = []
})
after(() => postgres.close())

const pages = (count: number): ListedAddress[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ address: `${testSite}/es/${index}`, language: 'es', type: 'page' },
    changedAt: new Date('2026-01-01'),
  }))
function begin(options: Partial<Parameters<typeof startSearchConsoleEngine>[0]> = {}): SearchConsoleEngine {
  const engine = startSearchConsoleEngine({
    ...{ databaseUrl: postgres.url, clock, listed: () => listed, endpoints: google.endpoints },
    credentials: { googleServiceAccount: google.account, googleProperty: property },
    ...options,
  })
  engines.push(engine)
  return engine
}
const state = (engine: SearchConsoleEngine) => engine.states.describe()
const list = async (engine: SearchConsoleEngine, query = {}) =>
  (await engine.inspections.list({ limit: 50, offset: 0, ...query })).items
const at = (path: string) => `${testSite}${path}`
/** Asks as a person does, and lets the background work. */
async function ask(engine: SearchConsoleEngine, address: string) {
  const asking = engine.asking.ask(address)
  asking.catch(() => {})
  const isWanted = async () =>
    (await postgres.pool.query('SELECT FROM seo_inspections WHERE wanted_at IS NOT NULL')).rowCount === 1
  let isOver = false
  asking.finally(() => (isOver = true)).catch(() => {})
  await until(async () => isOver || (await isWanted()), 'somebody waits')
  if (!isOver) await engine.poll()
  return asking
}

describe('the addresses of the site', () => {
  test('are asked about once, and again after days: sooner when Google has not indexed them', async () => {
    google.known.set(at('/es/1'), unknownToGoogle)
    const engine = begin()
    await engine.poll()
    await engine.poll()
    assert.deepEqual(google.inspected().toSorted(), [at('/es/0'), at('/es/1'), at('/es/2')])
    const [first, second] = await list(engine)
    assert.deepEqual(
      [first?.address, first?.state, first?.words, first?.verdict, first?.crawled_at],
      [at('/es/1'), 'not_indexed', 'URL is unknown to Google', 'NEUTRAL', null],
    )
    assert.deepEqual(
      [second?.state, second?.google_canonical, second?.crawled_at],
      ['indexed', at('/es/0'), '2026-01-02T03:04:05.000Z'],
    )
    const { by_state, reasons, asked_today } = await state(engine)
    assert.deepEqual(
      by_state.map(({ addresses }) => addresses),
      [2, 1, 0],
    )
    assert.deepEqual(reasons[0], { words: 'Submitted and indexed', state: 'indexed', addresses: 2 })
    assert.equal(asked_today, 3)
    clock.advance(2 * days)
    await engine.poll()
    assert.deepEqual(google.inspected().slice(3), [at('/es/1')])
    clock.advance(5 * days)
    await engine.poll()
    assert.equal(google.inspected().length, 7)
    const { authorization } = google.received.at(-1)?.headers ?? {}
    assert.match(String(authorization), /^Bearer /)
  })

  test('are asked about in order: changed and submitted lately, then the stalest', async () => {
    listed = ['a', 'b', 'c', 'd'].map((name, index) => ({
      ...{ address: at(`/es/${name}`), language: 'es', type: 'page' },
      changedAt: name === 'd' ? undefined : new Date(Date.UTC(2026, 2, 1 + index)),
    }))
    await postgres.pool.query(
      "INSERT INTO seo_accepted_changes VALUES ('bing', $1, '2026-03-01', '2026-05-01')",
      [at('/es/a')],
    )
    const engine = begin()
    await engine.poll()
    assert.deepEqual(google.inspected(), ['/es/a', '/es/c', '/es/b', '/es/d'].map(at))
    const [first] = await list(engine, { search: '/es/a' })
    assert.deepEqual(first?.accepted, [{ engine: 'bing', at: '2026-05-01T00:00:00.000Z' }])
    const [, , changed] = listed
    assert.ok(changed)
    changed.changedAt = new Date(clock.now().getTime() - 1)
    engine.change()
    await engine.poll()
    assert.equal(google.inspected().length, 4, 'Google needs a while to look at it')
    clock.advance(days)
    await engine.poll()
    assert.deepEqual(google.inspected().slice(4), [at('/es/c')])
  })

  test('that have gone are forgotten, and new ones are found', async () => {
    const engine = begin()
    await engine.poll()
    listed = [
      ...pages(1),
      { address: at('/ar/%D8%A3'), language: 'ar', type: 'document', changedAt: undefined },
    ]
    engine.change()
    await engine.poll()
    assert.deepEqual(
      (await list(engine)).map(({ address }) => address),
      [at('/ar/%D8%A3'), at('/es/0')],
    )
    assert.deepEqual((await list(engine, { language: 'ar' })).length, 1)
    assert.equal((await postgres.pool.query('SELECT FROM seo_inspection_changes')).rowCount, 2)
  })

  test('have a history of verdicts, and not of the same one', async () => {
    listed = pages(1)
    const engine = begin()
    for (const said of [indexed, indexed, unknownToGoogle]) {
      google.known.set(at('/es/0'), said)
      await engine.poll()
      clock.advance(8 * days)
    }
    const [one] = await list(engine)
    assert.deepEqual(
      one?.history.map((change) => change.state),
      ['not_indexed', 'indexed'],
    )
  })
})

describe('Google', () => {
  test('is asked nothing without credentials, at a private site, or about what its property does not hold', async () => {
    const without = begin({ credentials: {} })
    const hidden = begin({ publicUrl: 'http://localhost:3000' })
    const foreign = begin()
    foreign.set(submissionSettings.googleProperty, 'https://other.example.com/')
    const prefix = begin()
    prefix.set(submissionSettings.googleProperty, `${testSite}/shop/`)
    for (const [engine, code] of [
      [without, 'search_console_not_configured'],
      [hidden, 'search_console_not_public'],
      [foreign, 'search_console_foreign_property'],
      [prefix, 'search_console_foreign_property'],
    ] as const) {
      await engine.poll()
      await assert.rejects(engine.asking.ask(at('/es/0')), { code, status: 409 })
    }
    assert.equal(google.received.length, 0)
  })

  test('is asked at once about the address that somebody wants to know about, and only about those of the site', async () => {
    listed = pages(5)
    const engine = begin()
    await engine.poll()
    google.known.set(at('/es/4'), unknownToGoogle)
    const said = await ask(engine, at('/es/4'))
    assert.deepEqual([said.state, said.is_wanted, said.failure], ['not_indexed', false, null])
    for (const address of [
      'https://other.example.com/',
      at('/es/9'),
      'javascript:alert(1)',
      at('/أ'.repeat(900)),
    ])
      await assert.rejects(engine.asking.ask(address), {
        code: 'inspection_address_unknown',
        status: 404,
      })
    assert.equal(google.inspected().length, 6)
  })

  test('that refuses says why in its own words, and is left alone until the credentials change', async () => {
    google.answer((response, { url, body }) => {
      if (url.pathname === '/token')
        return sendJson(response, 200, { access_token: 'x', expires_in: 9, token_type: 'Bearer' })
      const { siteUrl } = JSON.parse(body)
      sendJson(response, 403, googleError(403, `You do not own ${siteUrl} <b>\u202E`))
    })
    const engine = begin()
    await engine.poll()
    await engine.poll()
    assert.equal(google.inspected().length, 1)
    const { failure, pause, paused_until } = await state(engine)
    assert.deepEqual(
      [failure?.status, failure?.fault, failure?.answer, pause, paused_until],
      [403, 'status', `You do not own ${property} <b>`, 'refused', '2026-05-04T18:00:00.000Z'],
    )
    const said = await ask(engine, at('/es/2'))
    assert.deepEqual([said.failure?.status, said.state], [403, 'unknown'], 'people may try all the same')
    google.answer()
    await engine.poll()
    assert.equal(google.inspected().length, 2)
    engine.set(submissionSettings.googleServiceAccount, `${google.account} `.replace('}', ' }'))
    await engine.poll()
    assert.deepEqual(
      (await state(engine)).by_state.map(({ addresses }) => addresses),
      [3, 0, 0],
    )
    assert.equal((await state(engine)).failure, null)
  })

  test('whose quota is used is left alone until its next day, also by people', async () => {
    google.quota.left = 1
    const engine = begin()
    await engine.poll()
    await engine.poll()
    assert.equal(google.inspected().length, 2)
    const { pause, paused_until, failure } = await state(engine)
    assert.deepEqual([pause, paused_until, failure?.status], ['quota', '2026-05-05T07:00:00.000Z', 429])
    await assert.rejects(engine.asking.ask(at('/es/0')), { code: 'inspection_quota_used', status: 409 })
    google.quota.left = 100
    clock.advance(18 * hours)
    await engine.poll()
    assert.equal(google.inspected().length, 2)
    clock.advance(1 * hours)
    await engine.poll()
    assert.equal(google.inspected().length, 4)
  })

  test('is asked by itself at most so often in a minute and a day, and by people a little more', async () => {
    listed = pages(130)
    const engine = begin()
    await engine.poll()
    await engine.poll()
    assert.equal(google.inspected().length, 120)
    clock.advance(60_000)
    await postgres.pool.query(
      "UPDATE seo_inspecting SET minute = date_trunc('minute', $1::timestamptz), asked_in_minute = 119",
      [clock.now()],
    )
    await ask(engine, at('/es/7'))
    assert.deepEqual(google.inspected().slice(120), [at('/es/7')], 'who waits comes first')
    clock.advance(60_000)
    await engine.poll()
    assert.equal(google.inspected().length, 131)
    await postgres.pool.query(
      "UPDATE seo_inspecting SET asked = 1000; UPDATE seo_inspections SET due_at = '2026-01-01'",
    )
    clock.advance(60_000)
    await engine.poll()
    assert.equal(google.inspected().length, 131)
    await ask(engine, at('/es/7'))
    assert.equal(google.inspected().length, 132)
    await postgres.pool.query('UPDATE seo_inspecting SET asked = 1900')
    await assert.rejects(engine.asking.ask(at('/es/7')), { code: 'inspection_quota_used' })
  })

  test('that fails is asked later, as it wishes, and nothing that it says is believed to be an answer', async () => {
    listed = pages(1)
    const engine = begin({ timeout: 300 })
    const good = { access_token: 'x', expires_in: 9, token_type: 'Bearer' }
    for (const [how, status, fault] of [
      [sayAlways(503, 'a\u0000b', { 'retry-after': '7200' }), 503, 'status'],
      [sayAlways(200, '<html>'), 200, 'unreadable'],
      [sayAlways(200, '{"inspectionResult":{}}'), 200, 'unreadable'],
      [sayAlways(302, '', { location: 'http://127.0.0.1/' }), 302, 'redirect'],
      [reset, null, 'disconnected'],
      [flood, 200, 'unreadable'],
      [() => {}, null, 'timeout'],
    ] as const) {
      google.answer((response, request) =>
        request.url.pathname === '/token' ? sendJson(response, 200, good) : how(response, request),
      )
      await engine.poll()
      const { failure, paused_until } = await state(engine)
      assert.deepEqual([failure?.status, failure?.fault], [status, fault])
      assert.equal((await list(engine))[0]?.state, 'unknown')
      const wait = Date.parse(paused_until ?? '') - clock.now().getTime()
      assert.ok(wait > 0 && (status !== 503 || wait === 2 * hours))
      clock.advance(2 * days)
    }
    google.answer()
    google.revokeTokens()
    await engine.poll()
    clock.advance(7 * hours)
    await engine.poll()
    assert.equal((await list(engine))[0]?.state, 'indexed', 'and a token that is no longer valid is replaced')
  })

  test('that does not want one question is asked the others', async () => {
    listed = pages(3)
    google.answer((response, { url, body }) => {
      if (url.pathname === '/token')
        return sendJson(response, 200, { access_token: 'x', expires_in: 9, token_type: 'Bearer' })
      if (JSON.parse(body).inspectionUrl.endsWith('/1'))
        return sendJson(response, 400, googleError(400, 'Invalid URL'))
      sendJson(response, 200, { inspectionResult: { indexStatusResult: indexed } })
    })
    const engine = begin()
    await engine.poll()
    const [bad] = await list(engine)
    assert.deepEqual([bad?.state, bad?.failure?.answer], ['unknown', 'Invalid URL'])
    assert.equal((await state(engine)).pause, null)
    await engine.poll()
    assert.equal(google.inspected().length, 3)
  })
})

describe('several processes', () => {
  test('ask about each address once, also when two people want the same', async () => {
    listed = pages(40)
    const [one, other] = [begin(), begin()]
    await Promise.all([one.poll(), other.poll()])
    await Promise.all([one.poll(), other.poll()])
    assert.equal(google.inspected().length, 40)
    assert.equal(new Set(google.inspected()).size, 40)
    const asked = await Promise.all([
      ask(one, at('/es/3')),
      one.asking.ask(at('/es/3')),
      other.asking.ask(at('/es/3')),
    ])
    assert.deepEqual(
      asked.map((said) => said.state),
      ['indexed', 'indexed', 'indexed'],
    )
    assert.equal(google.inspected().length, 41)
  })

  test('take over from one that has died while it asked', async () => {
    listed = pages(2)
    const held: ServerResponse[] = []
    google.answer((response, { url }) => {
      if (url.pathname === '/token')
        return sendJson(response, 200, { access_token: 'x', expires_in: 9, token_type: 'Bearer' })
      held.push(response)
    })
    const dying = begin()
    await dying.start()
    await until(() => held.length === 1, 'it asks')
    const other = begin()
    google.answer()
    await other.poll()
    assert.equal(google.inspected().length, 2, 'the other address alone')
    await postgres.pool.query(
      "UPDATE seo_inspections SET taken_at = taken_at - interval '61 seconds' WHERE taken_at IS NOT NULL",
    )
    await other.poll()
    assert.equal(google.inspected().length, 3)
    held[0]?.writeHead(200).end('{"inspectionResult":{"indexStatusResult":{"verdict":"FAIL"}}}')
    await dying.poll()
    assert.deepEqual(
      (await list(other)).map((said) => said.state),
      ['indexed', 'indexed'],
      'what the first gets late is not stored',
    )
  })
})
