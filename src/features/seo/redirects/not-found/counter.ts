import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { localDayOf } from '#shared/time/days.ts'
import { isWorthKeeping } from './model.ts'
import { createMissingStore } from './store.ts'

interface MissingCounterOptions {
  db: Database
  clock: Clock
  /** In which days are counted. */
  timeZone(): string
}

/** The most paths that are counted between two times of storing. */
const mostPending = 500

/** Counts paths at which there was nothing: in memory, and now and then in the database. Nothing of a visitor is kept. */
export function createMissingCounter({ db, clock, timeZone }: MissingCounterOptions) {
  let pending = new Map<string, number>()

  function add(path: string, number: number): void {
    const before = pending.get(path)
    if (before !== undefined || pending.size < mostPending) pending.set(path, (before ?? 0) + number)
  }

  async function store(): Promise<void> {
    if (pending.size === 0) return
    const counted = pending
    pending = new Map()
    try {
      await createMissingStore(db).add(localDayOf(clock.now(), timeZone()), counted)
    } catch (error) {
      // They are counted with the next ones, as far as there is room.
      for (const [path, number] of counted) add(path, number)
      throw error
    }
  }

  return {
    /** Counts a canonical path. */
    count(path: string): void {
      if (pending.has(path) || (pending.size < mostPending && isWorthKeeping(path))) add(path, 1)
    },

    /** Stores what was counted since the last time. */
    store,

    /** Stores the rest, as well as can be. */
    close: () => store().catch(() => {}),
  }
}
