import { createBackgroundWork, type Stop } from '#features/seo/search-console/background.ts'
import type { GoogleAccess } from '#features/seo/search-console/google/access.ts'
import type { Failure } from '#features/seo/search-console/google/answers.ts'
import type { FigureRow, SearchConsoleApi } from '#features/seo/search-console/google/api.ts'
import { googleDayOf, oldestKeptDay } from '#features/seo/search-console/model.ts'
import { nextAttempt } from '#features/seo/submission/sending/schedule.ts'
import type { Clock } from '#platform/clock.ts'
import type { Logger } from '#platform/log.ts'
import type { Poller } from '#platform/poller.ts'
import type { Database } from '#platform/postgres.ts'
import { addDays } from '#shared/time/days.ts'
import { createDayStore, type Detail } from './day-store.ts'
import { createFetchStore, type TakenFetch } from './fetch-store.ts'

export interface FetcherOptions {
  db: Database
  clock: Clock
  log: Logger
  api: Pick<SearchConsoleApi, 'query'>
  access: GoogleAccess
}

const [minute, hour] = [60_000, 3_600_000]
/** Google finishes a day two or three days later, and may correct it: so many days before the last one are fetched again. */
const lag = 8
/** How many days are fetched in one go, and how long the next go waits: Google counts the load of ten minutes. */
const daysAtOnce = 20
const pause = 10 * minute
const longestWait = 12 * hour
/** After a used quota, at least so long (https://developers.google.com/webmaster-tools/limits, "Short-term load quota"). */
const quotaWait = 15 * minute
const refusedWait = 6 * hour
/** Longer queries are cut; nobody reads on. */
const longestKey: Record<Detail, number> = { query: 300, page: 2_000 }

/**
 * Fetches once a day how the site was found: the days in one question, then the pages and queries of each day, which replace those
 * known. What is older follows bit by bit, from the newest on. When the process dies, what it has stored is not fetched again.
 */
export function createFetcher(options: FetcherOptions) {
  const { db, clock, log, access } = options
  const store = createFetchStore(db)
  const run = createRun(options)

  async function work(stop: Stop): Promise<void> {
    const taken = await store.take(clock.now(), access.fingerprint())
    if (taken) await run(taken, stop)
  }

  const background = createBackgroundWork({ log, name: 'figures', work })
  return {
    poller: {
      ...{ name: 'seo-search-figures', everySeconds: 5, poll: background.start },
      isDue: (now) => (access.isReady() ? store.hasWork(now, access.fingerprint()) : store.never),
    } satisfies Poller,
    drain: background.drain,
    stop: background.stop,
  }
}

/** Creates the function that does one fetch. */
function createRun({ db, clock, api, access }: FetcherOptions) {
  const store = createFetchStore(db)
  const days = createDayStore(db)

  /** Fetches the days, unless they are known as of today. @throws {Failed | Stopped} */
  async function fetchDays(taken: TakenFetch, isKnown: boolean, signal: AbortSignal): Promise<void> {
    const now = clock.now()
    if (isKnown && taken.totalsAt && now.getTime() - taken.totalsAt.getTime() < 20 * hour) return
    const oldest = oldestKeptDay(now)
    const newest = isKnown ? await days.findNewest() : undefined
    const [from, to] = [newest === undefined ? oldest : addDays(newest, 1 - lag), googleDayOf(now)]
    const rows = rowsOf(await api.query({ from, to, by: 'date' }, signal))
    const inRange = rows.filter(({ key }) => /^\d{4}-\d{2}-\d{2}$/.test(key) && key >= from && key <= to)
    if (!(await days.replaceDays(taken, { from, to, rows: inRange, now }))) throw new Stopped()
  }

  async function fetchDetails(taken: TakenFetch, day: string, signal: AbortSignal): Promise<void> {
    const ask = async (by: Detail) =>
      shortenKeys(rowsOf(await api.query({ from: day, to: day, by }, signal)), longestKey[by])
    const rows = { page: await ask('page'), query: await ask('query') }
    if (!(await days.replaceDetails(taken, day, { rows, now: clock.now() }))) throw new Stopped()
  }

  async function fetchAll(taken: TakenFetch, { signal, isStopping }: Stop): Promise<void> {
    const property = access.property()
    const isKnown = taken.property === property
    if (!isKnown) await days.forgetOthers(taken, property)
    await fetchDays(taken, isKnown, signal)
    for (const day of await days.listMissing(daysAtOnce)) {
      if (isStopping()) throw new Stopped()
      await fetchDetails(taken, day, signal)
    }
    const now = clock.now()
    const hasMore = (await days.listMissing(1)).length > 0
    await store.finish(taken, {
      dueAt: new Date(now.getTime() + (hasMore ? pause : 24 * hour)),
      fetchedAt: now,
    })
  }

  return async (taken: TakenFetch, stop: Stop): Promise<void> => {
    try {
      await fetchAll(taken, stop)
    } catch (error) {
      if (error instanceof Failed && !stop.signal.aborted) {
        const now = clock.now()
        const dueAt = new Date(now.getTime() + waitAfter(error.failure, taken.failures + 1, now))
        return store.fail(taken, error.failure, { now, dueAt, fingerprint: access.fingerprint() })
      }
      // After any other error, its lease is left to end.
      if (!(error instanceof Failed || error instanceof Stopped)) throw error
      await store.release(taken)
    }
  }
}

/** Google has not answered. */
class Failed extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.answer)
    this.failure = failure
  }
}
/** The process is to end, or another one has taken over. */
class Stopped extends Error {}

function rowsOf(answered: { value: FigureRow[] } | { failure: Failure }): FigureRow[] {
  if ('failure' in answered) throw new Failed(answered.failure)
  return answered.value
}

/** How long to leave Google alone, in milliseconds. */
function waitAfter({ kind, again }: Failure, failures: number, now: Date): number {
  if (kind === 'refused') return refusedWait
  const next = nextAttempt(failures, now)
  const least = kind === 'quota' ? quotaWait : 0
  const wait = Math.max(least, next ? next.getTime() - now.getTime() : longestWait)
  return again ? Math.max(wait, again.getTime() - now.getTime()) : wait
}

/** Cuts what is too long for a table, and drops what it cannot hold. Joiners stay: some scripts need them. */
const shortenKeys = (rows: FigureRow[], longest: number): FigureRow[] =>
  rows.map((row) => ({
    ...row,
    key: row.key
      .slice(0, longest)
      .toWellFormed()
      .replace(/\p{Cc}+/gu, ' ')
      .trim(),
  }))
