import type { SearchConsoleOverview } from '#features/seo/search-console/contract.ts'
import type { GoogleAccess } from '#features/seo/search-console/google/access.ts'
import { inspectionLimits } from '#features/seo/search-console/google/limits.ts'
import { googleDayOf } from '#features/seo/search-console/model.ts'
import type { InspectingRow } from '#features/seo/search-console/table.ts'
import { indexStates } from '#features/seo/submission/contract.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { toFailure } from './failure.ts'
import { createIndexStore } from './index-store.ts'

export interface IndexStateOptions {
  db: Database
  clock: Clock
  access: GoogleAccess
}

/** How many addresses are indexed, and when Google was and may be asked. */
export function createIndexState({ db, clock, access }: IndexStateOptions) {
  const store = createIndexStore(db)

  return {
    /** Whether Google answers no more questions today, nor is to be asked any. */
    async isQuotaUsed(): Promise<boolean> {
      const state = await store.getState()
      const now = clock.now()
      return (
        countAsked(state, now) >= inspectionLimits.most ||
        findPause(state, { now, access })?.pause === 'quota'
      )
    },

    describeAccess: () => ({ obstacle: access.findObstacle(), property: access.property() }),

    async describe(): Promise<SearchConsoleOverview['inspections']> {
      const [counted, reasons, state] = await Promise.all([
        ...([store.countByState(), store.listReasons(), store.getState()] as const),
      ])
      const now = clock.now()
      const pause = findPause(state, { now, access })
      return {
        addresses: counted.reduce((sum, { addresses }) => sum + addresses, 0),
        by_state: indexStates.map((name) => ({
          state: name,
          addresses: counted.find((one) => one.state === name)?.addresses ?? 0,
        })),
        reasons,
        ...{ asked_today: countAsked(state, now), daily_budget: inspectionLimits.budget },
        ...{ pause: pause?.pause ?? null, paused_until: pause?.until ?? null, failure: toFailure(state) },
      }
    },

    findIndex: store.findIndex,
  }
}
export type IndexStates = ReturnType<typeof createIndexState>

const countAsked = ({ day, asked }: InspectingRow, now: Date) => (day === googleDayOf(now) ? asked : 0)

function findPause(
  { pause, pausedUntil, pausedFor }: InspectingRow,
  { now, access }: { now: Date; access: GoogleAccess },
) {
  const isOver = !pause || !pausedUntil || pausedUntil <= now || pausedFor !== access.fingerprint()
  return isOver ? undefined : { pause, until: pausedUntil.toISOString() }
}
