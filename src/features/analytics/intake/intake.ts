import { randomUUID } from 'node:crypto'
import { isbot } from 'isbot'
import type { PageView } from '#features/analytics/contract.ts'
import type { Clock } from '#platform/clock.ts'
import { groupCommit } from '#platform/group-commit.ts'
import { Problem } from '#shared/problem.ts'
import { localHourOf, monthOf } from '#shared/time/days.ts'
import type { NewView, ViewQueueStore } from './view-queue-store.ts'
import { isInternal, readDevice, readViewSource } from './view-source.ts'
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
  queue: ViewQueueStore
  hashVisitor: HashVisitor
  clock: Clock
  /** The paths of the public pages. */
  paths: ReadonlySet<string>
  /** The host name of the site. */
  ownHost: string
  timeZone(): string
}

// Beyond it the database cannot keep up, and a visitor's view is not worth more memory.
const mostWaiting = 5_000

/** Takes the views of pages. What it has taken is stored. */
export function createIntake(options: IntakeOptions) {
  const { queue, hashVisitor, clock, paths, ownHost, timeZone } = options
  const insert = groupCommit(
    async (views: NewView[]) => {
      await queue.insertMany(views)
      return views
    },
    { isItemFault: () => false },
  )
  let waiting = 0

  /**
   * The visitor of a view. Without a hash, the first page of a visit stands for it, which is the one that no other page of
   * the site has linked to.
   */
  function identify(id: string, day: string, { referrer }: PageView, viewer: Viewer) {
    if (!viewer.refusesTracking) return hashVisitor(day, viewer)
    return isInternal(referrer, [ownHost, viewer.host]) ? null : id
  }

  return {
    /**
     * Takes a view; resolves once it is stored. The same view may be sent twice.
     * @throws {Problem} 422 for a page that the site does not have, 503 while too many wait to be stored
     */
    async take(view: PageView, viewer: Viewer): Promise<void> {
      if (!paths.has(view.page))
        throw new Problem('validation_failed', 422, { fields: [{ field: 'page', code: 'page_unknown' }] })
      if (waiting >= mostWaiting) throw new Problem('overloaded', 503, { retryAfter: 5 })
      waiting++
      try {
        const { id = randomUUID(), page, language } = view
        const at = clock.now()
        const { day, hour } = localHourOf(at, timeZone())
        const isBot = isbot(viewer.userAgent) || viewer.userAgent === ''
        await insert({
          ...{ id, month: monthOf(day), day, hour, at, isBot, page, language },
          visitor: isBot ? null : await identify(id, day, view, viewer),
          ...readViewSource(view.referrer, view.query, [ownHost, viewer.host]),
          device: readDevice(viewer.userAgent),
          country: viewer.country ?? '',
        })
      } finally {
        waiting--
      }
    },
  }
}
export type Intake = ReturnType<typeof createIntake>
