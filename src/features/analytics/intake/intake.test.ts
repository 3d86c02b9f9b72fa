import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { LiveVisitors, VisitFigures } from '#features/analytics/contract.ts'
import { browser } from '../../../../test/support/analytics/browser.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import type { Send } from '../../../../test/support/http-client.ts'

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

let product: TestApp
let viewer: Send
before(async () => {
  product = await startTestApp({
    env: { PUBLIC_URL: 'https://firmeza.example', TRUST_PROXY: 'loopback', COUNTRY_HEADER: 'X-Country' },
  })
  viewer = await product.signInAs('viewer')
})
after(() => product.close())
beforeEach(async () => {
  await product.pool.query(
    'TRUNCATE analytics_queue, analytics_views, analytics_visits, analytics_counts, analytics_salts',
  )
})

interface Viewed {
  page?: string
  language?: string
  referrer?: string
  query?: string
  id?: string
  /** The address of the visitor. */
  from?: string
  headers?: Record<string, string>
}

/** Reports a view as the script of a page does, a second after the one before. */
async function view({ from = '193.144.4.1', headers = {}, ...sent }: Viewed = {}) {
  product.clock.advance(1000)
  return product.send('/api/visits', {
    json: { page: '/', language: 'es', ...sent },
    headers: { 'user-agent': browser, 'x-forwarded-for': from, ...headers },
  })
}

async function readFigures(days = 30): Promise<VisitFigures> {
  return (await viewer(`/api/analytics/visits?days=${days}`)).read(VisitFigures)
}

/** The figures of one dimension, as `value: visits/views`. */
const listValues = (
  { top }: VisitFigures,
  dimension: 'page' | 'source' | 'country' | 'language' | 'device' | 'utm_campaign' | 'entry',
) => (top[dimension] ?? []).map(({ value, visits, views }) => `${value}: ${visits}/${views}`)

describe('who is on the site', () => {
  test('is whoever viewed a page within five minutes, at the page viewed last', async () => {
    const live = async () => (await viewer('/api/analytics/live')).read(LiveVisitors)
    product.clock.advance(10 * 60_000)
    assert.deepEqual(await live(), { visitors: 0, pages: [] })
    await view({ page: '/' })
    await view({ page: '/about' })
    await view({ page: '/about', from: '193.144.4.2' })
    await view({ page: '/', from: '193.144.4.3' })
    await view({ page: '/', from: '193.144.4.4', headers: { 'user-agent': 'Googlebot/2.1' } })
    assert.deepEqual(await live(), {
      visitors: 3,
      pages: [
        { page: '/about', visitors: 2 },
        { page: '/', visitors: 1 },
      ],
    })
    product.clock.advance(5 * 60_000)
    assert.deepEqual(await live(), { visitors: 0, pages: [] })
  })
})

describe('a view of a page', () => {
  test('is counted once, with where it came from', async () => {
    const sent = {
      ...{ page: '/about', language: 'fr', id: randomUUID(), from: '193.144.4.1' },
      referrer: 'https://www.example.org/article?secret=1',
      query: '?utm_source=Boletín&utm_campaign=otoño&token=abc',
    }
    assert.equal((await view(sent)).status, 202)
    assert.equal((await view(sent)).status, 202)
    const figures = await readFigures()
    assert.deepEqual(figures.total, { visits: 1, views: 1 })
    assert.equal(figures.days.length, 30)
    assert.deepEqual(figures.days.at(-1), { day: figures.to, visits: 1, views: 1 })
    assert.deepEqual(listValues(figures, 'page'), ['/about: 1/1'])
    assert.deepEqual(listValues(figures, 'source'), ['example.org: 1/1'])
    assert.deepEqual(listValues(figures, 'utm_campaign'), ['otoño: 1/1'])
    assert.deepEqual(listValues(figures, 'country'), ['ES: 1/1'])
    assert.deepEqual(listValues(figures, 'language'), ['fr: 1/1'])
    assert.deepEqual(listValues(figures, 'device'), ['desktop: 1/1'])
  })

  test('belongs to the visit of its visitor on that day', async () => {
    await view({ referrer: 'https://news.example/' })
    await view({ page: '/about', referrer: 'https://firmeza.example/es/' })
    await view({ page: '/about', referrer: 'https://firmeza.example/es/about' })
    await view({ from: '8.8.8.8' })
    await view({ headers: { 'user-agent': phone } })
    const figures = await readFigures()
    assert.deepEqual(figures.total, { visits: 3, views: 5 })
    assert.deepEqual(listValues(figures, 'page'), ['/: 3/3', '/about: 1/2'])
    assert.deepEqual(listValues(figures, 'source'), [': 2/2', 'news.example: 1/3'])
    assert.deepEqual(listValues(figures, 'country'), ['ES: 2/4', 'US: 1/1'])
    assert.deepEqual(listValues(figures, 'device'), ['desktop: 2/4', 'mobile: 1/1'])
    product.clock.advance(24 * 3_600_000)
    await view()
    assert.deepEqual((await readFigures()).total, { visits: 4, views: 6 })
    assert.deepEqual(
      (await readFigures(7)).days.slice(-2).map(({ visits }) => visits),
      [3, 1],
    )
  })

  test('of somebody who refuses tracking is counted without a hash', async () => {
    for (const headers of [{ 'sec-gpc': '1' }, { dnt: '1' }]) {
      await view({ headers, id: '00000000-0000-4000-8000-00000000000a' })
      await product.pool.query('TRUNCATE analytics_queue')
      await view({ headers, referrer: 'https://example.org/' })
      await view({ headers, page: '/about', referrer: 'https://firmeza.example/es/' })
    }
    const { rows } = await product.pool.query(
      "SELECT view.* FROM analytics_queue, json_to_recordset(content->'views') AS view (id uuid, visitor uuid)",
    )
    for (const { id, visitor } of rows) assert.ok(visitor === id || visitor === null)
    assert.deepEqual((await readFigures()).total, { visits: 1, views: 2 })
    const salts = await product.pool.query('SELECT * FROM analytics_salts')
    assert.equal(salts.rowCount, 0)
  })

  test('of a bot is counted apart', async () => {
    await view({
      headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    })
    await view({ headers: { 'user-agent': '' } })
    await view()
    const { total, bot_views } = await readFigures()
    assert.deepEqual([total, bot_views], [{ visits: 1, views: 1 }, 2])
  })

  test('has the country that a trusted proxy says, if it is one', async () => {
    await view({ headers: { 'x-country': 'mx' } })
    await view({ headers: { 'x-country': 'XX' }, from: '10.0.0.7' })
    await view({ from: '2a02:2e0:3fe:1001::1' })
    assert.deepEqual(listValues(await readFigures(), 'country'), [': 1/1', 'DE: 1/1', 'MX: 1/1'])
  })

  test('is counted by a picture where scripts do not run', async () => {
    const { text } = await product.send('/fr/about')
    const [, path = ''] = /<noscript><img src="([^"]+)"/.exec(text) ?? []
    const reply = await product.send(path.replaceAll('&amp;', '&'), {
      headers: { 'user-agent': browser, referer: 'https://firmeza.example/fr/about?utm_campaign=cartel' },
    })
    assert.deepEqual(
      [reply.status, reply.headers['content-type'], reply.headers['cache-control']],
      [200, 'image/gif', 'no-store'],
    )
    const figures = await readFigures()
    assert.deepEqual(listValues(figures, 'page'), ['/about: 1/1'])
    assert.deepEqual(listValues(figures, 'language'), ['fr: 1/1'])
    assert.deepEqual(listValues(figures, 'utm_campaign'), ['cartel: 1/1'])
  })

  test('of a page that the site does not have, or with a wrong field, is refused', async () => {
    for (const wrong of [
      { page: '/admin' },
      { page: '' },
      { language: 'xx' },
      { id: 'x' },
      { referrer: 'x'.repeat(9000) },
    ])
      assert.equal((await view(wrong)).status, 422, JSON.stringify(wrong))
    assert.equal((await product.send('/api/visits/picture?page=/nowhere&language=es')).status, 422)
    assert.deepEqual((await readFigures()).total, { visits: 0, views: 0 })
  })

  test('leaves no address, browser or whole referrer behind, and no cookie', async () => {
    const reply = await view({
      ...{ referrer: 'https://user:pass@example.org/private?q=1', query: '?email=ana@example.org' },
      headers: { 'user-agent': `${browser} Unmistakable/7` },
    })
    assert.equal(reply.headers['set-cookie'], undefined)
    await readFigures()
    const tables = await product.pool.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace",
    )
    for (const { name } of tables.rows) {
      const { rows } = await product.pool.query(`SELECT row_to_json(t)::text AS row FROM "${name}" t`)
      for (const { row } of rows)
        assert.doesNotMatch(row, /193\.144|Unmistakable|private|user:pass|ana@example/, name)
    }
  })

  test('takes nothing that PostgreSQL cannot store', async () => {
    assert.equal(
      (await view({ query: `?utm_source=a%00b&utm_campaign=%F0%9F%98&utm_term=${'😀'.repeat(80)}` })).status,
      202,
    )
    assert.deepEqual((await readFigures()).total, { visits: 1, views: 1 })
  })
})
