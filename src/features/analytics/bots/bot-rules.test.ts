import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  BotRules,
  EventFigures,
  mostBotRules,
  NewBotRule,
  VisitFigures,
} from '#features/analytics/contract.ts'
import { createQueueStore, type NewEvent, type NewView } from '#features/analytics/intake/queue-store.ts'
import { createCounting } from '#features/analytics/storage/counting.ts'
import { createRandom, makeViews } from '../../../../test/support/analytics/random-views.ts'
import { startTestApp, type TestApp } from '../../../../test/support/build-app.ts'
import { createFakeClock } from '../../../../test/support/clock.ts'
import type { Send } from '../../../../test/support/http-client.ts'
import { pollIfDue } from '../../../../test/support/poll.ts'
import { createBotRules } from './bot-rules.ts'

let product: TestApp
let editor: Send
let poll: () => Promise<void>
before(async () => {
  product = await startTestApp({
    env: { SESSION_MAX_DAYS: '365', SESSION_IDLE_HOURS: '8760' },
    clock: createFakeClock(new Date('2027-01-03T12:00:00Z')),
  })
  editor = await product.signInAs('editor')
  const { db, clock } = product
  const rules = createBotRules({
    ...{ db, clock, counting: createCounting(db), timeZone: () => 'UTC' },
    findNames: async () => new Map(),
  })
  poll = () => pollIfDue(rules.poller, { db, now: clock.now() })
})
after(() => product.close())

const clear = () =>
  product.pool.query(
    'TRUNCATE analytics_queue, analytics_views, analytics_visits, analytics_events, analytics_counts, analytics_bot_rules',
  )

async function store(views: readonly NewView[], events: readonly NewEvent[] = []): Promise<void> {
  await createQueueStore(product.pool).insert([{ views: [...views], events: [...events] }])
  await createCounting(product.db).countWaiting()
}

async function readCounts(): Promise<string[]> {
  const { rows } = await product.pool.query<{ line: string }>(
    `SELECT concat_ws(' ', day, dimension, value, views, visits) AS line FROM analytics_counts
     WHERE views <> 0 OR visits <> 0 ORDER BY line`,
  )
  return rows.map(({ line }) => line)
}

async function addRule(rule: Record<string, unknown>): Promise<string> {
  const reply = await editor('/api/analytics/bot-rules', { json: rule })
  assert.equal(reply.status, 201, reply.text)
  return JSON.parse(reply.text).id
}
const undo = async (id: string) =>
  assert.equal((await editor(`/api/analytics/bot-rules/${id}/undo`, { method: 'POST' })).status, 202)
const listRules = async () => (await editor('/api/analytics/bot-rules')).read(BotRules).rules
const period = 'from=2026-03-01&to=2027-01-31'
const readVisits = async (query = '') =>
  (await editor(`/api/analytics/visits?${period}${query}`)).read(VisitFigures)

/** An event of the visitor of each view. */
const eventOf = (view: NewView, id: string): NewEvent => ({
  ...{ id, month: view.month, day: view.day, at: view.at, visitor: view.visitor ?? null },
  ...{ name: 'download', value: '/file.pdf', isConversion: false, page: view.page },
  ...{ language: view.language, device: view.device, country: view.country },
})

describe('a bot rule', () => {
  test('leaves the counts of the other visits, as if its own had been bots, and undone gives all back', async () => {
    for (let seed = 1; seed <= 25; seed++) {
      await clear()
      const random = createRandom(seed)
      const views = makeViews(random, 'UTC')
      const events = views.filter(({ isBot }) => !isBot).map((view) => eventOf(view, random.uuid()))
      await store(views, events)
      const all = await readCounts()
      const filters = random.pick<Record<string, string>>([
        { source: 'example.org' },
        { page: '/about' },
        { device: 'mobile', country: 'ES' },
      ])
      const shown = await readVisits(`&${new URLSearchParams(filters)}`)
      const id = await addRule({ filters, from: '2026-03-01', to: '2027-01-31' })
      await poll()
      const [rule] = await listRules()
      assert.equal(rule?.status, 'active')
      assert.equal(rule?.visits, shown.total.visits, `seed ${seed}`)
      const left = await readCounts()

      // The same visits as bots from the beginning.
      const { rows } = await product.pool.query<{ id: string }>('SELECT id FROM analytics_views WHERE is_bot')
      const bots = new Set(rows.map((row) => row.id))
      const { rows: gone } = await product.pool.query<{ id: string }>(
        'SELECT id FROM analytics_events WHERE bot_rule IS NOT NULL',
      )
      const removed = new Set(gone.map((row) => row.id))
      await undo(id)
      await poll()
      assert.deepEqual(await listRules(), [])
      assert.deepEqual(await readCounts(), all, `seed ${seed}`)

      await clear()
      await store(
        views.map((view) => (bots.has(view.id) ? { ...view, isBot: true, visitor: null } : view)),
        events.filter((event) => !removed.has(event.id)),
      )
      assert.deepEqual(left, await readCounts(), `seed ${seed}: ${JSON.stringify(filters)}`)
    }
  })

  test('without an end takes out what comes later, within an hour', async () => {
    await clear()
    const [view] = makeViews(createRandom(1), 'UTC').filter(({ visitor, isBot }) => visitor && !isBot)
    assert.ok(view)
    const today = {
      ...view,
      month: '2027-01-01',
      day: '2027-01-03',
      hour: product.clock.now(),
      at: product.clock.now(),
    }
    await addRule({ filters: { source: 'spam.example' } })
    await poll()
    await store([{ ...today, source: 'spam.example' }])
    await poll()
    assert.equal((await readVisits()).total.visits, 1)
    product.clock.advance(3_600_001)
    await poll()
    const { total, bot_views: bots } = await readVisits()
    assert.deepEqual([total.visits, bots], [0, 1])
    const events = (await editor(`/api/analytics/events?${period}`)).read(EventFigures)
    assert.deepEqual(events.events, [])
  })

  test('that overlaps another keeps its visits out when the other is undone', async () => {
    await clear()
    const views = makeViews(createRandom(4), 'UTC')
    await store(views)
    const first = await addRule({ filters: { page: '/about' }, from: '2026-01-01', to: '2027-12-31' })
    await poll()
    await addRule({ filters: { page: '/' }, from: '2026-01-01', to: '2027-12-31' })
    await poll()
    await undo(first)
    await poll()
    assert.equal((await readVisits('&page=%2F')).total.visits, 0)
    assert.ok((await readVisits('&page=%2Fabout')).total.visits > 0)
  })

  test('is refused beyond the limit, of many at once too', async () => {
    await clear()
    const add = () => editor('/api/analytics/bot-rules', { json: { filters: { source: 'x' } } })
    const replies = await Promise.all(Array.from({ length: mostBotRules + 5 }, add))
    assert.equal(replies.filter(({ status }) => status === 201).length, mostBotRules)
    assert.equal(replies.filter(({ status }) => status === 409).length, 5)
    assert.equal((await listRules()).length, mostBotRules)
    await clear()
  })

  test('says what it takes out, and is for editors', async () => {
    const viewer = await product.signInAs('viewer')
    const rule = { filters: { source: 'x' }, from: '2026-01-01' }
    assert.equal((await viewer('/api/analytics/bot-rules', { json: rule })).status, 403)
    for (const wrong of [
      { filters: {}, from: '2026-01-01' },
      { filters: { colour: 'red' }, from: '2026-01-01' },
      { filters: { device: 'phone' }, from: '2026-01-01' },
      { filters: { source: 'x' }, from: '2026-02-01', to: '2026-01-01' },
      { filters: { source: 'x' }, from: '2026-02-30' },
    ])
      assert.equal(
        (await editor('/api/analytics/bot-rules', { json: wrong })).status,
        422,
        JSON.stringify(wrong),
      )
    const unknown = '00000000-0000-4000-8000-000000000000'
    assert.equal((await editor(`/api/analytics/bot-rules/${unknown}/undo`, { method: 'POST' })).status, 404)
    assert.ok(NewBotRule.safeParse(rule).success)
  })
})
