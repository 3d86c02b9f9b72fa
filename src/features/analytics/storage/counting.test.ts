import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createQueueStore, type NewEvent } from '#features/analytics/intake/queue-store.ts'
import { createLog } from '#platform/log.ts'
import { connectPostgres, type Postgres } from '#platform/postgres.ts'
import { localHourOf, monthOf } from '#shared/time/days.ts'
import {
  createRandom,
  makeViews,
  mornings,
  type Random,
  zones,
} from '../../../../test/support/analytics/random-views.ts'
import { createFakeClock } from '../../../../test/support/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts'
import { createCounting } from './counting.ts'
import { viewRetentionJob } from './retention.ts'

let database: TestDatabase
let postgres: Postgres
before(async () => {
  database = await createTestDatabase()
  postgres = connectPostgres(database.url, { log: createLog('silent') })
})
after(async () => {
  await postgres.close()
  await database.drop()
})

/** Counts everything again from the single views, with the days and hours that PostgreSQL knows. */
async function recount(timeZone: string): Promise<string[]> {
  const { rows } = await postgres.pool.query<{ line: string }>(
    `WITH viewed AS (
       SELECT *, (at AT TIME ZONE $1)::date AS local_day, date_trunc('hour', at, $1) AS local_hour FROM analytics_views),
     visits AS (
       SELECT DISTINCT ON (local_day, visitor) *, count(*) OVER (PARTITION BY local_day, visitor) AS of_visit
       FROM viewed WHERE visitor IS NOT NULL ORDER BY local_day, visitor, at),
     counted AS (
       SELECT local_day, 'all' AS dimension, '' AS value, 1 AS views, 0 AS visits FROM viewed WHERE NOT is_bot
       UNION ALL SELECT local_day, 'all', '', 0, 1 FROM visits
       UNION ALL SELECT local_day, 'bots', '', 1, 0 FROM viewed WHERE is_bot
       UNION ALL SELECT local_day, 'hour', to_char(local_hour AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"'), 1, 0
         FROM viewed WHERE NOT is_bot
       UNION ALL SELECT local_day, 'hour', to_char(local_hour AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"'), 0, 1 FROM visits
       UNION ALL SELECT local_day, 'page', page, 1, 0 FROM viewed WHERE NOT is_bot
       UNION ALL SELECT local_day, 'page', page, 0, 1 FROM (
         SELECT DISTINCT local_day, visitor, page FROM viewed WHERE visitor IS NOT NULL) AS seen
       UNION ALL SELECT local_day, 'entry', page, of_visit, 1 FROM visits
       UNION ALL SELECT local_day, 'source', source, of_visit, 1 FROM visits
       UNION ALL SELECT local_day, 'utm_source', utm_source, of_visit, 1 FROM visits WHERE utm_source <> ''
       UNION ALL SELECT local_day, 'utm_campaign', utm_campaign, of_visit, 1 FROM visits WHERE utm_campaign <> ''
       UNION ALL SELECT local_day, 'language', language, 1, 0 FROM viewed WHERE NOT is_bot
       UNION ALL SELECT local_day, 'language', language, 0, 1 FROM visits
       UNION ALL SELECT local_day, 'device', device, 1, 0 FROM viewed WHERE NOT is_bot
       UNION ALL SELECT local_day, 'device', device, 0, 1 FROM visits
       UNION ALL SELECT local_day, 'country', country, 1, 0 FROM viewed WHERE NOT is_bot
       UNION ALL SELECT local_day, 'country', country, 0, 1 FROM visits)
     SELECT concat_ws(' ', local_day, dimension, value, sum(views), sum(visits)) AS line
     FROM counted GROUP BY local_day, dimension, value ORDER BY line`,
    [timeZone],
  )
  return rows.map(({ line }) => line)
}

async function readCounts(): Promise<string[]> {
  const { rows } = await postgres.pool.query<{ line: string }>(
    `SELECT concat_ws(' ', day, dimension, value, views, visits) AS line FROM analytics_counts
     WHERE views <> 0 OR visits <> 0 ORDER BY line`,
  )
  return rows.map(({ line }) => line)
}

const clear = () =>
  postgres.pool.query(
    'TRUNCATE analytics_queue, analytics_views, analytics_visits, analytics_events, analytics_timings, analytics_counts',
  )

describe('the counts of days', () => {
  test('equal a recount from the single views, whatever the order, the time zone and how often views arrive', async () => {
    for (let seed = 1; seed <= 200; seed++) {
      await clear()
      const random = createRandom(seed)
      const timeZone = random.pick(zones)
      const views = makeViews(random, timeZone)
      const queue = createQueueStore(postgres.pool)
      const { countWaiting } = createCounting(postgres.db)
      for (const last of [10, 15, 40]) {
        // Late ones, and some that have been counted already.
        const sent = [...views.slice(0, last), ...views.slice(0, last)].filter(() => random.below(3) > 0)
        await queue.insert([{ views: sent }])
        await countWaiting()
      }
      await queue.insert([{ views }])
      await countWaiting()
      const { rows } = await postgres.pool.query('SELECT id FROM analytics_views')
      assert.equal(rows.length, views.length, `seed ${seed}`)
      assert.deepEqual(await readCounts(), await recount(timeZone), `seed ${seed}, ${timeZone}`)
    }
  })

  test('are right when several processes count at once', async () => {
    await clear()
    const random = createRandom(7)
    const views = Array.from({ length: 50 }, () => makeViews(random, 'Europe/Madrid')).flat()
    const queue = createQueueStore(postgres.pool)
    await Promise.all([
      ...Array.from({ length: 4 }, (_, part) =>
        queue.insert([{ views: views.filter((_view, index) => index % 4 === part) }]),
      ),
      ...Array.from({ length: 4 }, () => createCounting(postgres.db).countWaiting()),
    ])
    await Promise.all(Array.from({ length: 4 }, () => createCounting(postgres.db).countWaiting()))
    assert.deepEqual(await readCounts(), await recount('Europe/Madrid'))
  })

  test('count a view once whose second report comes in another month', async () => {
    await clear()
    const [view] = makeViews(createRandom(3), 'UTC')
    assert.ok(view)
    const queue = createQueueStore(postgres.pool)
    const { countWaiting } = createCounting(postgres.db)
    const report = (day: string) => ({ ...view, day, month: monthOf(day), at: new Date(day), isBot: false })
    for (const day of ['2026-11-30', '2026-12-01', '2026-11-29']) {
      await queue.insert([{ views: [report(day)] }])
      await countWaiting()
    }
    const { rows } = await postgres.pool.query(
      "SELECT sum(views)::integer AS views FROM analytics_counts WHERE dimension = 'all'",
    )
    assert.deepEqual(rows, [{ views: 1 }])
  })
})

/** Events of some visitors on three days, some of them without a hash. */
function makeEvents(random: Random): NewEvent[] {
  const start = Date.parse(random.pick(mornings))
  const people = new Map<string, string>()
  return Array.from({ length: 40 }, (_, index) => {
    const at = new Date(start + random.below(3 * 86_400) * 1000 + index)
    const { day } = localHourOf(at, 'UTC')
    const person = `${day} ${random.below(4)}`
    if (!people.has(person)) people.set(person, random.uuid())
    return {
      ...{ id: random.uuid(), month: monthOf(day), day, at },
      name: random.pick(['scroll', 'download', 'signed']),
      value: random.pick(['', '50', '/a b.pdf', 'مثال']),
      isConversion: random.below(4) === 0,
      ...{ page: '/', language: 'es', device: 'mobile', country: 'ES' },
      visitor: random.below(4) === 0 ? null : (people.get(person) ?? null),
    }
  })
}

test('events are counted once, by name and value, and in how many visits, whatever their order', async () => {
  for (let seed = 1; seed <= 50; seed++) {
    await clear()
    const random = createRandom(seed)
    const events = makeEvents(random)
    const queue = createQueueStore(postgres.pool)
    const { countWaiting } = createCounting(postgres.db)
    await queue.insert([{ events: events.filter(() => random.below(2) === 0) }])
    await countWaiting()
    await queue.insert([{ events: events.toReversed() }, { events: events.slice(0, 3) }])
    await countWaiting()
    const kindOf = ({ isConversion }: NewEvent) => (isConversion ? 'conversion' : 'event')
    const lines = new Map<string, { views: number; visitors: Set<string> }>()
    const add = (key: string, visitor: string | null | undefined) => {
      const line = lines.get(key) ?? { views: 0, visitors: new Set() }
      line.views++
      if (visitor) line.visitors.add(visitor)
      lines.set(key, line)
    }
    for (const event of events) {
      add(`${event.day} ${kindOf(event)} ${event.name}`, event.visitor)
      if (event.value !== '') add(`${event.day} event_value ${event.name} ${event.value}`, null)
    }
    const expected = [...lines].map(([key, { views, visitors }]) => `${key} ${views} ${visitors.size}`)
    assert.deepEqual((await readCounts()).sort(), expected.sort(), `seed ${seed}`)
  }
})

test('a day has no more than about a thousand values of a dimension that anybody can make up', async () => {
  await clear()
  const random = createRandom(11)
  const queue = createQueueStore(postgres.pool)
  const { countWaiting } = createCounting(postgres.db)
  const [view] = makeViews(random, 'UTC')
  assert.ok(view)
  for (let round = 0; round < 4; round++) {
    const views = Array.from({ length: 600 }, (_, index) => ({
      ...{ ...view, id: random.uuid(), visitor: random.uuid(), isBot: false },
      utmCampaign: `made up ${round} ${index}`,
    }))
    await queue.insert([{ views }])
    await countWaiting()
  }
  const { rows } = await postgres.pool.query<{ values: number; others: number; views: number }>(
    `SELECT count(*)::integer AS values, sum(views)::integer AS views,
       (sum(views) FILTER (WHERE value = '*'))::integer AS others
     FROM analytics_counts WHERE dimension = 'utm_campaign'`,
  )
  assert.deepEqual(rows, [{ values: 1201, views: 2400, others: 1200 }])
  assert.deepEqual(await readCounts(), await recount('UTC'))
})

test('single views are deleted after the days of the setting, counts after five years, salts with their day', async () => {
  await clear()
  const { db, pool } = postgres
  const days = ['2026-01-31', '2026-02-01', '2026-02-14', '2026-02-15', '2026-02-16']
  const views = makeViews(createRandom(5), 'UTC').slice(0, days.length)
  await createQueueStore(pool).insert([
    {
      views: views.map((view, index) => {
        const day = days[index] ?? ''
        return { ...view, day, month: monthOf(day), at: new Date(day), isBot: false }
      }),
    },
  ])
  await createCounting(db).countWaiting()
  const counts = await readCounts()
  await pool.query(
    `INSERT INTO analytics_counts (day, dimension, value, views, visits) VALUES ('2021-02-15', 'all', '', 7, 7);
     INSERT INTO analytics_salts (day, salt) VALUES ('2026-02-15', 'old'), ('2026-02-16', 'new')`,
  )
  const job = viewRetentionJob({
    db,
    clock: createFakeClock(new Date('2026-02-16T12:00:00Z')),
    timeZone: () => 'Europe/Madrid',
    viewDays: () => 1,
  })
  await job.work({})
  await job.work({})
  const list = async (query: string) =>
    (await pool.query<{ found: string }>(query)).rows.map(({ found }) => found)
  assert.deepEqual(await list('SELECT day::text AS found FROM analytics_views ORDER BY day'), days.slice(-2))
  assert.deepEqual(
    await list(
      "SELECT relname AS found FROM pg_class WHERE relname LIKE 'analytics_vi%_2026_01' AND relkind = 'r'",
    ),
    [],
  )
  assert.deepEqual(await readCounts(), counts)
  assert.deepEqual(await list('SELECT salt AS found FROM analytics_salts'), ['new'])
})
