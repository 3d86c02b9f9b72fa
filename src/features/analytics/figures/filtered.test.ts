import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  type Dimension,
  dimensions,
  type VisitFigures,
  type VisitFilters,
} from '#features/analytics/contract.ts'
import { createQueueStore, type NewView } from '#features/analytics/intake/queue-store.ts'
import { createCounting } from '#features/analytics/storage/counting.ts'
import { createLog } from '#platform/log.ts'
import { connectPostgres, type Postgres } from '#platform/postgres.ts'
import { unknownCountry } from '#shared/regions.ts'
import {
  createRandom,
  makeViews,
  type Random,
  zones,
} from '../../../../test/support/analytics/random-views.ts'
import { createFakeClock } from '../../../../test/support/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts'
import { createFigures, type Figures } from './figures.ts'

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

/** What is known of a visit by its first view. */
interface Visit extends Record<Exclude<Dimension, 'page'>, string> {
  day: string
  pages: Set<string>
  views: number
}
const ofViews = ['page', 'language', 'device', 'country'] as const
const ofVisits = dimensions.filter((one) => !ofViews.some((name) => name === one))

function listVisits(views: readonly NewView[]): Map<string, Visit> {
  const visits = new Map<string, Visit>()
  for (const view of views.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
    if (!view.visitor) continue
    const known = visits.get(view.visitor)
    if (known) {
      known.pages.add(view.page)
      known.views += 1
    } else
      visits.set(view.visitor, {
        ...{ day: view.day, pages: new Set([view.page]), views: 1 },
        ...{ entry: view.page, source: view.source, language: view.language, device: view.device },
        ...{ country: view.country, utm_source: view.utmSource, utm_medium: view.utmMedium },
        ...{ utm_campaign: view.utmCampaign, utm_term: view.utmTerm, utm_content: view.utmContent },
      })
  }
  return visits
}

/** Counts everything again, one view after the other. */
function recount(views: readonly NewView[], filters: VisitFilters) {
  const visits = listVisits(views)
  const isWanted = (name: Dimension, value: string) => filters[name] === undefined || filters[name] === value
  const counts = new Map<string, { views: number; visits: number }>()
  const add = (key: string, change: { views?: number; visits?: number }) => {
    const { views, visits } = counts.get(key) ?? { views: 0, visits: 0 }
    counts.set(key, { views: views + (change.views ?? 0), visits: visits + (change.visits ?? 0) })
  }
  for (const visit of visits.values()) {
    const textOf = (name: Dimension) => (name === 'page' ? '' : visit[name])
    if (!dimensions.every((name) => name === 'page' || isWanted(name, textOf(name)))) continue
    if (filters.page !== undefined && !visit.pages.has(filters.page)) continue
    add(`day ${visit.day}`, { visits: 1 })
    for (const page of visit.pages) add(`page ${page}`, { visits: 1 })
    for (const name of ['language', 'device', 'country'] as const)
      add(`${name} ${visit[name]}`, { visits: 1 })
    for (const name of ofVisits)
      if (textOf(name) || !name.startsWith('utm'))
        add(`${name} ${textOf(name)}`, { visits: 1, views: visit.views })
  }
  for (const view of views) {
    const visit = visits.get(view.visitor ?? '')
    const isInVisit = ofVisits.every(
      (name) => filters[name] === undefined || (visit && visit[name as 'entry'] === filters[name]),
    )
    if (view.isBot || !isInVisit || !ofViews.every((name) => isWanted(name, view[name]))) continue
    add(`day ${view.day}`, { views: 1 })
    for (const name of ofViews) add(`${name} ${view[name]}`, { views: 1 })
  }
  return [...counts].map(([key, { views, visits }]) => `${key}: ${views} ${visits}`).sort()
}

const linesOf = ({ days, top }: VisitFigures) =>
  [
    ...days
      .filter(({ views, visits }) => views + visits > 0)
      .map(({ day, views, visits }) => `day ${day}: ${views} ${visits}`),
    ...dimensions.flatMap((name) =>
      (top[name] ?? []).map(({ value, views, visits }) => `${name} ${value}: ${views} ${visits}`),
    ),
  ].sort()

async function store(views: readonly NewView[], timeZone: string): Promise<Figures> {
  await postgres.pool.query(
    'TRUNCATE analytics_queue, analytics_views, analytics_visits, analytics_events, analytics_counts',
  )
  await createQueueStore(postgres.pool).insert([{ views: [...views] }])
  const clock = createFakeClock(new Date('2026-12-31T12:00:00Z'))
  const counting = createCounting(postgres.db)
  return createFigures({ db: postgres.db, clock, counting, timeZone: () => timeZone })
}
const period = { days: 30, from: '2026-03-01', to: '2027-01-31' } as const

function makeFilters(random: Random, views: readonly NewView[]): VisitFilters {
  const one = random.pick([views[0], ...views] as [NewView, ...NewView[]])
  const filters: VisitFilters = {}
  if (random.below(2)) filters.page = random.pick(['/', '/about', '/nowhere'])
  if (random.below(3) === 0) filters.entry = one.page
  if (random.below(3) === 0) filters.source = one.source
  if (random.below(3) === 0) filters.language = one.language
  if (random.below(3) === 0) filters.device = one.device
  if (random.below(3) === 0) filters.utm_campaign = one.utmCampaign
  if (random.below(3) === 0) filters.country = one.country
  return filters
}

describe('narrowed figures', () => {
  test('equal a recount of the single views, whatever they are narrowed to', async () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = createRandom(seed)
      const timeZone = random.pick(zones)
      const views = makeViews(random, timeZone)
      const figures = await store(views, timeZone)
      for (let round = 0; round < 3; round++) {
        const filters = makeFilters(random, views)
        const sent = filters.country === '' ? { ...filters, country: unknownCountry } : filters
        assert.deepEqual(
          linesOf(await figures.read({ ...period, ...sent })),
          recount(views, filters),
          `seed ${seed}: ${JSON.stringify(filters)}`,
        )
      }
    }
  })

  test('to a value have the visits that stand beside it', async () => {
    const random = createRandom(3)
    const views = makeViews(random, 'Europe/Madrid')
    const figures = await store(views, 'Europe/Madrid')
    const { top } = await figures.read(period)
    for (const name of dimensions)
      for (const { value, visits } of top[name] ?? []) {
        const { total } = await figures.read({ ...period, [name]: value })
        assert.equal(total.visits, visits, `${name} ${value}`)
      }
    for (const { value, visits } of top.country ?? [])
      assert.equal(await figures.countVisits(period, value || unknownCountry), visits)
  })
})
