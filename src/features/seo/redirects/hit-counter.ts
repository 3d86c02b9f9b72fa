import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { createHitStore, type Hits } from './store.ts'

/** Counts how often redirects are followed: in memory, and now and then in the database. */
export function createHitCounter({ db, clock }: { db: Database; clock: Clock }) {
  let pending = new Map<string, Hits>()

  function add(id: string, { number, lastAt }: Hits): void {
    const before = pending.get(id)
    pending.set(id, {
      number: (before?.number ?? 0) + number,
      lastAt: before && before.lastAt > lastAt ? before.lastAt : lastAt,
    })
  }

  /** Stores what was counted since the last time. */
  async function store(): Promise<void> {
    if (pending.size === 0) return
    const counted = pending
    pending = new Map()
    try {
      await createHitStore(db).addHits(counted)
    } catch (error) {
      // They are counted with the next ones.
      for (const [id, hits] of counted) add(id, hits)
      throw error
    }
  }

  return {
    count: (id: string): void => add(id, { number: 1, lastAt: clock.now() }),
    store,
    /** Stores the rest, as well as can be. */
    close: () => store().catch(() => {}),
  }
}
