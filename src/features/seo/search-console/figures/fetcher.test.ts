import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { submissionSettings } from '#features/seo/submission/settings.ts'
import { addDays } from '#shared/time/days.ts'
import { createFakeClock, days, type FakeClock, hours } from '../../../../../test/support/clock.ts'
import { connectTestDatabase } from '../../../../../test/support/database.ts'
import { googleError } from '../../../../../test/support/seo/engines/google-account.ts'
import {
  type EngineHandler,
  sayAlways,
  sendJson,
} from '../../../../../test/support/seo/engines/http-simulator.ts'
import {
  type SearchConsoleSimulator,
  startSearchConsole,
} from '../../../../../test/support/seo/engines/search-console.ts'
import {
  type SearchConsoleEngine,
  startSearchConsoleEngine,
} from '../../../../../test/support/seo/search-console-engine.ts'
import { testSite } from '../../../../../test/support/seo/submission-engine.ts'
import { until } from '../../../../../test/support/until.ts'

const property = 'sc-domain:example.org'
const minutes = 60_000
let postgres: Awaited<ReturnType<typeof connectTestDatabase>>
let clock: FakeClock
let google: SearchConsoleSimulator
let engines: SearchConsoleEngine[] = []

before(async () => {
  postgres = await connectTestDatabase({ max: 2 })
})
beforeEach(async () => {
  await postgres.pool.query(`
    DELETE FROM seo_search_days; DELETE FROM seo_search_fetch; INSERT INTO seo_search_fetch (id) VALUES (1)`)
  clock = createFakeClock(new Date('2026-05-04T12:00:00Z'))
  google = await startSearchConsole({ property })
})
afterEach(async () => {
  await google.close()
  await Promise.all(engines.map((one) => one.close()))
  engines = []
})
after(() => postgres.close())

function begin(options: Partial<Parameters<typeof startSearchConsoleEngine>[0]> = {}): SearchConsoleEngine {
  const engine = startSearchConsoleEngine({
    ...{ databaseUrl: postgres.url, clock, listed: () => [], endpoints: google.endpoints },
    credentials: { googleServiceAccount: google.account, googleProperty: property },
    ...options,
  })
  engines.push(engine)
  return engine
}
/** So many days of searches up to the second of May, each with the same two. */
function search(count: number): void {
  for (let day = 0; day < count; day++)
    google.rows.push(
      {
        ...{ day: addDays('2026-05-02', -day), page: `${testSite}/es/about`, query: 'firma' },
        ...{ clicks: 2, impressions: 10, position: 3 },
      },
      {
        ...{ day: addDays('2026-05-02', -day), page: `${testSite}/ar/`, query: 'توقيع' },
        ...{ clicks: 1, impressions: 30, position: 7 },
      },
    )
}
const count = async (table: string) => (await postgres.pool.query(`SELECT FROM ${table}`)).rowCount
const state = (engine: SearchConsoleEngine) => engine.figures.describeState()
/** Answers questions about figures in another way. */
const answer = (how: EngineHandler) =>
  google.answer((response, request) =>
    request.url.pathname === '/token'
      ? sendJson(response, 200, { access_token: 'x', expires_in: 9, token_type: 'Bearer' })
      : how(response, request),
  )

describe('figures', () => {
  test('are fetched by day, with the pages and queries of each', async () => {
    search(3)
    const engine = begin()
    await assert.rejects(engine.figures.read(7), { code: 'search_figures_missing', status: 404 })
    await engine.poll()
    assert.deepEqual(google.asked(), [
      '2025-01-02 2026-05-04 date',
      ...['2026-05-02', '2026-05-01', '2026-04-30'].flatMap((day) => [
        `${day} ${day} page`,
        `${day} ${day} query`,
      ]),
    ])
    const { totals, before, days: byDay, queries, pages, from, to } = await engine.figures.read(7)
    assert.deepEqual([from, to, before], ['2026-04-26', '2026-05-02', null])
    assert.deepEqual(totals, { clicks: 9, impressions: 120, click_rate: 7.5, position: 6 })
    assert.deepEqual(byDay.at(-1), { day: '2026-05-02', clicks: 3, impressions: 40 })
    assert.deepEqual(byDay.at(0), { day: '2026-04-26', clicks: 0, impressions: 0 })
    assert.deepEqual(
      queries.map(({ query, clicks, position }) => [query, clicks, position]),
      [
        ['firma', 6, 3],
        ['توقيع', 3, 7],
      ],
    )
    assert.deepEqual(
      pages.map(({ page, language }) => [page, language]),
      [
        [`${testSite}/es/about`, 'es'],
        [`${testSite}/ar/`, 'ar'],
      ],
    )
    const { fetched_at, next_at, days_missing, first_day, last_day } = await state(engine)
    assert.deepEqual(
      [fetched_at, next_at, days_missing, first_day, last_day],
      [clock.now().toISOString(), '2026-05-05T12:00:00.000Z', 0, '2026-04-30', '2026-05-02'],
    )
  })

  test('are fetched again the next day: the last days are replaced, and nothing is counted twice', async () => {
    search(12)
    const engine = begin()
    await engine.poll()
    const known = google.asked().length
    await engine.poll()
    assert.equal(google.asked().length, known, 'once a day')
    google.rows.splice(0, 1)
    for (const row of google.rows) if (row.day === '2026-05-01') row.clicks += 5
    clock.advance(days)
    await engine.poll()
    assert.equal(google.asked()[known], '2026-04-25 2026-05-05 date')
    assert.equal(google.asked().length, known + 1 + 2 * 8)
    const { totals, days: byDay, queries } = await engine.figures.read(7)
    assert.deepEqual(
      byDay.slice(-3).map(({ clicks }) => clicks),
      [3, 13, 1],
    )
    assert.equal(totals.clicks, 5 * 3 + 13 + 1)
    assert.equal(
      queries.reduce((sum, { clicks }) => sum + clicks, 0),
      totals.clicks,
    )
    assert.deepEqual([await count('seo_search_days'), await count('seo_search_pages')], [12, 23])
    await engine.figures.fetchNow()
    await engine.poll()
    assert.deepEqual([await count('seo_search_days'), await count('seo_search_pages')], [12, 23])
  })

  test('of long ago follow bit by bit, and are compared once they are there', async () => {
    search(60)
    const engine = begin()
    await engine.poll()
    assert.equal((await state(engine)).days_missing, 40)
    assert.equal((await engine.figures.read(28)).before?.clicks, 84)
    assert.equal((await engine.figures.read(90)).before, null)
    for (let round = 0; round < 2; round++) {
      clock.advance(10 * minutes)
      await engine.poll()
    }
    assert.equal((await state(engine)).days_missing, 0)
    assert.equal(google.asked().filter((asked) => asked.endsWith('date')).length, 1)
  })

  test('are kept for sixteen months', async () => {
    search(500)
    const engine = begin()
    await engine.poll()
    assert.equal(await count('seo_search_days'), 486)
    clock.advance(10 * days)
    await engine.jobs[0]?.work({})
    assert.equal(await count('seo_search_days'), 476)
  })

  test('of another property take the place of those known', async () => {
    search(3)
    const engine = begin()
    await engine.poll()
    const other = await startSearchConsole({ property: `${testSite}/` })
    try {
      const second = begin({
        endpoints: other.endpoints,
        credentials: { googleServiceAccount: other.account },
      })
      clock.advance(days)
      await second.poll()
      assert.deepEqual(other.asked(), ['2025-01-03 2026-05-05 date'])
      assert.equal(await count('seo_search_days'), 0)
      assert.equal((await state(second)).failure, null)
    } finally {
      await other.close()
    }
  })

  test('of huge and strange queries are stored as far as anyone reads them', async () => {
    const huge = 'ع'.repeat(5_000)
    google.rows.push(
      ...[`${huge}1`, `${huge}2`, "'; DROP TABLE users; --", 'a\u0000b', '👩‍💻 می‌خواهم', '\ud800x', ''].map(
        (query, index) => ({
          ...{ day: '2026-05-02', page: `${testSite}/ar/${'%D8%B9'.repeat(400 + index)}`, query },
          ...{ clicks: 10 - index, impressions: 20, position: 1.5 },
        }),
      ),
      ...Array.from({ length: 900 }, (_, index) => ({
        ...{ day: '2026-05-02', page: `${testSite}/es/`, query: `many ${index}` },
        ...{ clicks: 0, impressions: 1, position: 90 },
      })),
    )
    const engine = begin()
    await engine.poll()
    assert.equal((await state(engine)).failure, null)
    const { queries } = await engine.figures.read(7)
    assert.deepEqual(
      queries.slice(0, 6).map(({ query }) => query),
      ['ع'.repeat(300), "'; DROP TABLE users; --", 'a b', '👩‍💻 می‌خواهم', '\ufffdx', ''],
    )
    assert.equal(queries[0]?.clicks, 19)
    assert.equal(queries.length, 50)
    assert.ok(((await count('seo_search_queries')) ?? 0) <= 500)
  })
})

describe('a failed fetch', () => {
  test('is told with the sentence of Google and tried again as it wishes, or when someone asks', async () => {
    search(2)
    const engine = begin()
    for (const [how, status, said, wait] of [
      [sayAlways(503, 'broken', { 'retry-after': '900' }), 503, 'broken', 15 * minutes],
      [sayAlways(200, 'nonsense'), 200, 'nonsense', 2 * minutes],
      [
        ((response) =>
          sendJson(
            response,
            403,
            googleError(403, 'Search Analytics QPS quota exceeded.', { reason: 'quotaExceeded' }),
          )) as EngineHandler,
        ...([403, 'Search Analytics QPS quota exceeded.', 15 * minutes] as const),
      ],
      [
        ((response) =>
          sendJson(
            response,
            403,
            googleError(403, 'User does not have sufficient permission.'),
          )) as EngineHandler,
        ...([403, 'User does not have sufficient permission.', 6 * hours] as const),
      ],
    ] as const) {
      answer(how)
      await engine.poll()
      const { failure, next_at, fetched_at } = await state(engine)
      assert.deepEqual([failure?.status, failure?.answer, fetched_at], [status, said, null])
      assert.equal(Date.parse(next_at ?? '') - clock.now().getTime(), wait)
      const asked = google.received.length
      await engine.poll()
      assert.equal(google.received.length, asked)
      clock.advance(wait)
    }
    await engine.poll()
    google.answer()
    await engine.figures.fetchNow()
    await engine.poll()
    assert.equal((await state(engine)).failure, null)
    assert.equal((await engine.figures.read(7)).totals.clicks, 6)
  })

  test('is tried at once with other credentials', async () => {
    search(1)
    const engine = begin()
    engine.set(submissionSettings.googleProperty, `${testSite}/`)
    await engine.poll()
    assert.match((await state(engine)).failure?.answer ?? '', /sufficient permission for site/)
    engine.set(submissionSettings.googleProperty, property)
    await engine.poll()
    assert.equal((await state(engine)).failure, null)
    assert.equal(await count('seo_search_days'), 1)
    engine.set(submissionSettings.googleServiceAccount, undefined)
    await assert.rejects(engine.figures.fetchNow(), { code: 'search_console_not_configured', status: 409 })
  })

  test('in the middle goes on where it was, in the same process or in another one', async () => {
    search(5)
    const held: ServerResponse[] = []
    const engine = begin()
    answer((response, { body }) => {
      const { startDate, dimensions } = JSON.parse(body)
      if (dimensions[0] === 'date')
        return sendJson(response, 200, {
          rows: Array.from({ length: 5 }, (_, day) => ({
            keys: [addDays('2026-05-02', -day)],
            ...{ clicks: 3, impressions: 40, ctr: 0.1, position: 6 },
          })),
        })
      if (startDate === '2026-05-01') held.push(response)
      else sendJson(response, 200, {})
    })
    await engine.start()
    await until(() => held.length === 1, 'it fetches the second day')
    const other = begin()
    google.answer()
    const known = google.asked().length
    await other.poll()
    assert.equal(google.asked().length, known, 'two do not fetch at once')
    assert.equal((await state(other)).is_fetching, true)
    await postgres.pool.query("UPDATE seo_search_fetch SET taken_at = taken_at - interval '121 seconds'")
    await other.poll()
    assert.deepEqual(google.asked().slice(known, known + 1), ['2026-05-01 2026-05-01 page'])
    assert.equal(google.asked().length, known + 8)
    held[0]?.writeHead(200).end('{}')
    await engine.poll()
    assert.equal((await state(other)).days_missing, 0)
    assert.equal(await count('seo_search_pages'), 8, 'what the first gets late is not stored')
  })
})
