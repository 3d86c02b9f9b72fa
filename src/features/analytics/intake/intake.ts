import { randomUUID } from 'node:crypto'
import {
  measures,
  type PageTimings,
  type PageView,
  type ReportedEvent,
  type ReportedView,
  timesInView,
} from '#features/analytics/contract.ts'
import type { Clock } from '#platform/clock.ts'
import { groupCommit } from '#platform/group-commit.ts'
import { Problem, type RefusedField } from '#shared/problem.ts'
import { localHourOf, monthOf } from '#shared/time/days.ts'
import { createBrowserReader } from './browser.ts'
import type { Accepted, NewEvent, NewTiming, NewView, QueueStore } from './queue-store.ts'
import { roundTiming } from './timing.ts'
import { isInternal, readViewSource } from './view-source.ts'
import type { HashVisitor, VisitorTraits } from './visitor-hash.ts'

/** Who viewed a page, read from the request once and never stored. */
export interface Viewer extends VisitorTraits {
  /** The host name that the page was asked for under. */
  host: string
  /** Whether the browser asks not to be tracked: the view is then counted without a hash. */
  refusesTracking: boolean
  /** ISO 3166-1 code. */
  country: string | undefined
}

export interface IntakeOptions {
  queue: QueueStore
  hashVisitor: HashVisitor
  clock: Clock
  /** The paths of the public pages. */
  paths: ReadonlySet<string>
  /** Whether there is a page about a single thing at a path. */
  hasItem(path: string): Promise<boolean>
  /** The host name of the site. */
  ownHost: string
  timeZone(): string
}

// Beyond it the database cannot keep up, and a visitor's view is not worth more memory.
const mostWaiting = 5_000
// How late a report may be, and how far the clock of its sender may be ahead, in milliseconds.
const longestDelay = 48 * 3_600_000
const clockTolerance = 60_000

/** Takes what happens on the pages. What it has taken is stored. */
export function createIntake(options: IntakeOptions) {
  const { queue, clock, paths, hasItem, timeZone } = options
  const placeInTime = createTimePlacing(timeZone)
  const readBrowser = createBrowserReader()
  const insert = groupCommit(
    async (accepted: Accepted[]) => {
      await queue.insert(accepted)
      return accepted
    },
    { isItemFault: () => false },
  )
  let waiting = 0

  /** @throws {Problem} 503 while too much waits to be stored */
  async function store(accepted: Accepted): Promise<void> {
    if (waiting >= mostWaiting) throw new Problem('overloaded', 503, { retryAfter: 5 })
    waiting++
    try {
      await insert(accepted)
    } finally {
      waiting--
    }
  }

  /** Whether the site has a page. */
  const hasPage = async (page: string): Promise<boolean> => paths.has(page) || hasItem(page)

  const { describeView, describeEvent } = createDescriptions(options, { placeInTime, readBrowser })

  return {
    isProgram: (viewer: Viewer): boolean => readBrowser(viewer.userAgent).isProgram,

    hasPage,

    /** Why a report cannot be taken: its page or its moment. */
    async listRefusals({ page, at }: { page: string; at?: string | undefined }): Promise<RefusedField[]> {
      const age = at === undefined ? 0 : clock.now().getTime() - Date.parse(at)
      return [
        ...((await hasPage(page)) ? [] : [{ field: 'page', code: 'page_unknown' }]),
        ...(age > longestDelay || age < -clockTolerance
          ? [{ field: 'at', code: 'report_time_invalid' }]
          : []),
      ]
    },

    /** Takes views of one visitor; resolves once they are stored. The same view may be sent twice. */
    async takeViews(views: readonly (PageView | ReportedView)[], viewer: Viewer): Promise<void> {
      await store({ views: await Promise.all(views.map((view) => describeView(view, viewer))) })
    },

    /** Takes events of one visitor, who is no bot. */
    async takeEvents(
      events: readonly ReportedEvent[],
      viewer: Viewer,
      { areConversions }: { areConversions: boolean },
    ): Promise<void> {
      await store({
        events: await Promise.all(events.map((event) => describeEvent(event, viewer, areConversions))),
      })
    },

    /** Takes the timings of a view. Those of bots are dropped. */
    async takeTimings({ page, ...timed }: PageTimings, viewer: Viewer): Promise<void> {
      const { isProgram, device } = readBrowser(viewer.userAgent)
      if (isProgram) return
      const { day } = placeInTime(clock.now())
      const timings = [...measures, ...timesInView].flatMap((measure): NewTiming[] => {
        const value = timed[measure]
        return value === undefined ? [] : [{ day, page, device, measure, value: roundTiming(measure, value) }]
      })
      if (timings.length > 0) await store({ timings })
    },
  }
}
export type Intake = ReturnType<typeof createIntake>

interface Reading {
  placeInTime: ReturnType<typeof createTimePlacing>
  readBrowser: ReturnType<typeof createBrowserReader>
}

/** Creates what turns reports into what is stored of them. */
function createDescriptions(
  { hashVisitor, clock, ownHost }: IntakeOptions,
  { placeInTime, readBrowser }: Reading,
) {
  /** The hash of a visitor; none for those who refuse it, and none for another day, whose salt is gone. */
  function findHash(day: string, viewer: Viewer): Promise<string> | undefined {
    if (viewer.refusesTracking || day !== placeInTime(clock.now()).day) return undefined
    return hashVisitor(day, viewer)
  }

  /**
   * A view as it is stored. Without a hash, the first page of a visit stands for it, which is the one that no other page of
   * the site has linked to.
   */
  async function describeView(
    view: PageView & { at?: string | undefined },
    viewer: Viewer,
  ): Promise<NewView> {
    const { id = randomUUID(), page, language, referrer, query } = view
    const at = view.at === undefined ? clock.now() : new Date(view.at)
    const time = placeInTime(at)
    const { isProgram: isBot, device } = readBrowser(viewer.userAgent)
    const ownHosts = [ownHost, viewer.host]
    const unhashed = isInternal(referrer, ownHosts) ? null : id
    return {
      ...{ id, at, isBot, page, language, device },
      ...time,
      visitor: isBot ? null : ((await findHash(time.day, viewer)) ?? unhashed),
      ...readViewSource(referrer, query, ownHosts),
      country: viewer.country ?? '',
    }
  }

  async function describeEvent(
    event: ReportedEvent,
    viewer: Viewer,
    isConversion: boolean,
  ): Promise<NewEvent> {
    const { id, name, value, page, language } = event
    const at = event.at === undefined ? clock.now() : new Date(event.at)
    const { day, month } = placeInTime(at)
    return {
      ...{ id, name, value, page, language, isConversion, at, day, month },
      visitor: (await findHash(day, viewer)) ?? null,
      device: readBrowser(viewer.userAgent).device,
      country: viewer.country ?? '',
    }
  }

  return { describeView, describeEvent }
}

/** Creates what tells day, hour and month of a moment. It remembers the last quarter of an hour: no clock changes within one. */
function createTimePlacing(timeZone: () => string) {
  const quarterHour = 15 * 60_000
  let known: { key: string; day: string; hour: Date; month: string } | undefined
  return (at: Date): { day: string; hour: Date; month: string } => {
    const key = `${Math.floor(at.getTime() / quarterHour)} ${timeZone()}`
    if (known?.key !== key) {
      const { day, hour } = localHourOf(at, timeZone())
      known = { key, day, hour, month: monthOf(day) }
    }
    const { day, hour, month } = known
    return { day, hour, month }
  }
}
