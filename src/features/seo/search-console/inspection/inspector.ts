import { createBackgroundWork, type Stop } from '#features/seo/search-console/background.ts'
import type { GoogleAccess } from '#features/seo/search-console/google/access.ts'
import { type Failure, type InspectionAnswer, pauseOf } from '#features/seo/search-console/google/answers.ts'
import type { SearchConsoleApi } from '#features/seo/search-console/google/api.ts'
import { googleDayOf, nextGoogleDay, stateOf } from '#features/seo/search-console/model.ts'
import type { ListedAddress } from '#features/seo/sitemap/entries.ts'
import type { IndexState } from '#features/seo/submission/contract.ts'
import { nextAttempt } from '#features/seo/submission/sending/schedule.ts'
import type { Clock } from '#platform/clock.ts'
import type { Logger } from '#platform/log.ts'
import type { Poller } from '#platform/poller.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import { createAskingStore, type Found, type TakenAddress } from './asking-store.ts'
import { syncAddresses } from './sync-store.ts'

export interface InspectorOptions {
  db: Database
  clock: Clock
  log: Logger
  api: Pick<SearchConsoleApi, 'inspect'>
  access: GoogleAccess
  /** The addresses that the site has. */
  listAddresses(): Promise<readonly ListedAddress[]>
  /** The language in which Google gives its reasons. */
  language(): Language
}

const [hour, day] = [3_600_000, 24 * 3_600_000]
/** After how long Google is asked again about an address, in milliseconds, by what it last said. */
const askAgain: Record<IndexState, number> = { indexed: 7 * day, not_indexed: 2 * day, unknown: 2 * day }
const longestWait = 12 * hour
/** How long Google is left alone that does not let us in, unless the credentials change. */
const refusedWait = 6 * hour

/**
 * Asks Google about the addresses of the site, however many processes there are: an address is taken before Google is asked about it.
 * When a process dies in between, Google is asked again once its lease has ended. When its quota is used, it is left alone until its
 * next day.
 */
export function createInspector(options: InspectorOptions) {
  const { db, clock, log, access, listAddresses } = options
  const store = createAskingStore(db)
  const askNext = createSteps(options)
  let hasChanged = true
  let syncedAt = 0
  // What engines accept is no change of the site.
  const isSyncDue = () => hasChanged || clock.now().getTime() - syncedAt >= hour
  const now = () => ({
    now: clock.now(),
    day: googleDayOf(clock.now()),
    fingerprint: access.fingerprint(),
  })

  async function work(stop: Stop): Promise<void> {
    if (isSyncDue()) {
      const before = syncedAt
      ;[hasChanged, syncedAt] = [false, clock.now().getTime()]
      await listAddresses()
        .then((listed) => syncAddresses(db, listed, clock.now()))
        .catch((error: unknown) => {
          ;[hasChanged, syncedAt] = [true, before]
          throw error
        })
    }
    while (!stop.isStopping() && access.isReady() && (await askNext(now(), stop.signal)));
  }

  const background = createBackgroundWork({ log, name: 'inspections', work })
  return {
    /** Notes that the site has changed. */
    noteChange() {
      hasChanged = true
    },
    poller: {
      ...{ name: 'seo-inspections', everySeconds: 1, poll: background.start },
      isDue() {
        if (!access.isReady()) return store.never
        return isSyncDue() ? store.always : store.hasWork(now())
      },
    } satisfies Poller,
    drain: background.drain,
    stop: background.stop,
  }
}

type When = Parameters<ReturnType<typeof createAskingStore>['take']>[0]

/** Creates the function that asks about one address; it returns whether another one may follow. */
function createSteps({ db, clock, api, language }: InspectorOptions) {
  const store = createAskingStore(db)

  async function noteFailure(taken: TakenAddress, failure: Failure, when: When): Promise<boolean> {
    const now = clock.now()
    const pause = pauseOf(failure)
    const wait = pause && new Date(now.getTime() + (await waitAfter(failure, now)))
    await store.noteFailure(taken, failure, {
      ...{ ...when, now, pause, pausedUntil: wait },
      dueAt: wait ? undefined : new Date(now.getTime() + askAgain.unknown),
    })
    return pause === undefined
  }

  /** How long to leave Google alone, in milliseconds. */
  async function waitAfter({ kind, again }: Failure, now: Date): Promise<number> {
    if (kind === 'quota') return nextGoogleDay(now).getTime() - now.getTime()
    if (kind === 'refused') return refusedWait
    const next = nextAttempt((await store.countFailures()) + 1, now)
    const wait = next ? next.getTime() - now.getTime() : longestWait
    return again ? Math.max(wait, again.getTime() - now.getTime()) : wait
  }

  return async (when: When, signal: AbortSignal): Promise<boolean> => {
    const taken = await store.take(when)
    if (!taken) return false
    const answered = await api.inspect(taken.address, { language: language(), signal })
    if (signal.aborted) {
      await store.release(taken)
      return false
    }
    if ('failure' in answered) return noteFailure(taken, answered.failure, when)
    const found = toFound(answered.value)
    const now = clock.now()
    await store.noteAnswer(taken, found, { now, dueAt: new Date(now.getTime() + askAgain[found.state]) })
    return true
  }
}

function toFound({
  inspectionResultLink,
  indexStatusResult: said,
}: InspectionAnswer['inspectionResult']): Found {
  return {
    ...{ state: stateOf(said.verdict), verdict: said.verdict, words: said.coverageState },
    ...{
      robotsState: said.robotsTxtState,
      indexingState: said.indexingState,
      fetchState: said.pageFetchState,
    },
    crawledAt: said.lastCrawlTime === undefined ? null : new Date(said.lastCrawlTime),
    googleCanonical: said.googleCanonical || null,
    ownCanonical: said.userCanonical || null,
    link: inspectionResultLink ?? null,
  }
}
