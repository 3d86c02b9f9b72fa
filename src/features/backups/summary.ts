import { findOverdueDays } from '#features/backups/schedule/overdue.ts'
import { findNextTime, type Plan } from '#features/backups/schedule/schedule.ts'
import type { Scheduling } from '#features/backups/schedule/scheduling.ts'
import type { Clock } from '#platform/clock.ts'
import { addDays, listDays, localDayOf } from '#shared/time/days.ts'
import type { BackupSummary } from './contract.ts'
import { describeBackup } from './describe.ts'
import type { BackupStore, DatedBackup } from './store.ts'

export interface SummaryOptions {
  store: BackupStore
  scheduling: Pick<Scheduling, 'findSchedule'>
  plan(): Plan
  retentionDays(): number
  clock: Clock
}

/** The days of the picture. */
const shownDays = 30

/** Creates a function that says whether the installation can be restored, and what comes next. */
export function createSummary({ store, scheduling, plan, retentionDays, clock }: SummaryOptions) {
  return async function summarize(): Promise<BackupSummary> {
    const now = clock.now()
    const present = plan()
    const today = localDayOf(now, present.timeZone)
    const from = addDays(today, 1 - shownDays)
    const [proven, ended, running, schedule, dated] = await Promise.all([
      store.findLastProven(),
      store.findLastEnded(),
      store.findRunning(),
      scheduling.findSchedule(),
      store.listDated(new Date(Date.parse(from) - 86_400_000)),
    ])
    const overdue = { lastProven: proven?.createdAt, setAt: schedule?.setAt, now }
    return {
      last_proven: proven?.provenAt
        ? {
            id: proven.id,
            created_at: proven.createdAt.toISOString(),
            proven_at: proven.provenAt.toISOString(),
          }
        : null,
      last_failed: ended?.state === 'failed' && ended.failure !== 'canceled' ? describeBackup(ended) : null,
      running: running ? describeBackup(running) : null,
      is_overdue: findOverdueDays(present.frequency, overdue) !== undefined,
      next_at: findNextTime(present, now)?.toISOString() ?? null,
      retention_days: retentionDays(),
      days: listDays({ from, to: today }).map((day) => ({
        day,
        state: stateOfDay(dated.filter(({ createdAt }) => localDayOf(createdAt, present.timeZone) === day)),
      })),
    }
  }
}

function stateOfDay(dated: readonly DatedBackup[]) {
  if (dated.some(({ isProven }) => isProven)) return 'proven'
  return dated.some(({ state }) => state === 'failed') ? 'failed' : 'none'
}
