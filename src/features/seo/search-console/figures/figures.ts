import type {
  FigurePeriod,
  SearchConsoleOverview,
  SearchFigures,
} from '#features/seo/search-console/contract.ts'
import type { GoogleAccess } from '#features/seo/search-console/google/access.ts'
import { toFailure } from '#features/seo/search-console/inspection/failure.ts'
import { describeSums, type SearchSums } from '#features/seo/search-console/model.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { isLanguage, type Language } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import { addDays, listDays } from '#shared/time/days.ts'
import { createFetchStore } from './fetch-store.ts'
import { createFigureStore, type NamedSums } from './figure-store.ts'

const mostRows = 50

interface FigureOptions {
  db: Database
  clock: Clock
  publicUrl: string
  access: GoogleAccess
}

/** How the site was found by Google, for the panel. */
export function createFigures({ db, clock, publicUrl, access }: FigureOptions) {
  const store = createFigureStore(db)
  const fetches = createFetchStore(db)

  return {
    /** @throws {Problem} 404 while there are no figures */
    async read(days: FigurePeriod): Promise<SearchFigures> {
      const { first, last } = await store.describeDays()
      if (first === null || last === null) throw new Problem('search_figures_missing', 404)
      const period = { from: addDays(last, 1 - days), to: last }
      const earlier = { from: addDays(period.from, -days), to: addDays(period.from, -1) }
      const [now, before, queries, pages] = await Promise.all([
        ...([store.sumDays(period), store.sumDays(earlier)] as const),
        ...([store.listTop('query', period, mostRows), store.listTop('page', period, mostRows)] as const),
      ])
      return {
        ...period,
        totals: describeSums(addUp(now)),
        before: first <= earlier.from ? describeSums(addUp(before)) : null,
        days: fillDays(listDays(period), now),
        days_before: fillDays(listDays(earlier), before),
        queries: queries.map(({ name: query, ...sums }) => ({ query, ...describeSums(sums) })),
        pages: pages.map(({ name: page, ...sums }) => ({
          ...{ page, language: languageOf(page, publicUrl) },
          ...describeSums(sums),
        })),
      }
    },

    async describeState(): Promise<SearchConsoleOverview['figures']> {
      const [{ first, last, missing }, fetch] = await Promise.all([store.describeDays(), store.getFetch()])
      const isOver = fetch.failedFor !== null && fetch.failedFor !== access.fingerprint()
      const due = fetch.dueAt && !isOver && fetch.dueAt > clock.now() ? fetch.dueAt : clock.now()
      return {
        ...{ first_day: first, last_day: last, days_missing: missing },
        fetched_at: fetch.fetchedAt?.toISOString() ?? null,
        next_at: access.isReady() ? due.toISOString() : null,
        ...{ is_fetching: fetch.claim !== null, failure: toFailure(fetch) },
      }
    },

    /** Has the figures fetched now. @throws {Problem} 409 when Google cannot be asked */
    async fetchNow(): Promise<void> {
      const obstacle = access.findObstacle()
      if (obstacle) throw new Problem(`search_console_${obstacle}`, 409)
      await fetches.ask(clock.now())
    },
  }
}
export type Figures = ReturnType<typeof createFigures>

function addUp(rows: readonly SearchSums[]): SearchSums {
  const sum = { clicks: 0, impressions: 0, places: 0 }
  for (const { clicks, impressions, places } of rows) {
    sum.clicks += clicks
    sum.impressions += impressions
    sum.places += places
  }
  return sum
}

/** A day that Google does not name had none. */
function fillDays(days: readonly string[], rows: readonly NamedSums[]) {
  const byDay = new Map(rows.map((row) => [row.name, row]))
  return days.map((day) => ({
    ...{ day, clicks: byDay.get(day)?.clicks ?? 0, impressions: byDay.get(day)?.impressions ?? 0 },
  }))
}

/** The language of a page of the site. */
function languageOf(page: string, publicUrl: string): Language | null {
  if (!page.startsWith(`${publicUrl}/`)) return null
  const [language = ''] = page.slice(publicUrl.length + 1).split(/[/?#]/)
  return isLanguage(language) ? language : null
}
