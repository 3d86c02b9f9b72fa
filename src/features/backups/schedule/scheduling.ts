import type { BackupStore } from '#features/backups/store.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { findOverdueDays } from './overdue.ts'
import { findLastTime, type Plan } from './schedule.ts'
import { createScheduleStore } from './schedule-store.ts'

interface SchedulingOptions {
  db: Database
  createStore(db: Database): BackupStore
  clock: Clock
  plan(): Plan
  /** Tells the team that there has been no proven backup for too long. */
  tellOfOverdue(transaction: Database, days: number): Promise<void>
}

// How often the team is told that backups are overdue, in milliseconds.
const toldEvery = 7 * 86_400_000

/** Has backups made when they are due. A time at which no process ran is made up for once. */
export function createScheduling({ db, createStore, clock, plan, tellOfOverdue }: SchedulingOptions) {
  /** Adds the backup that is due, if any. */
  async function keep(): Promise<void> {
    const present = plan()
    const text = JSON.stringify(present)
    const now = clock.now()
    await db.transaction(async (transaction) => {
      const schedule = createScheduleStore(transaction)
      const kept = await schedule.lock()
      if (!kept) {
        // Another process has locked it, or there is none yet.
        if (!(await schedule.find())) await schedule.begin(text, now)
        return
      }
      if (kept.plan !== text) return schedule.begin(text, now)
      const due = findLastTime(present, now)
      if (!due || due <= kept.keptUntil) return
      const backups = createStore(transaction)
      const added = await backups.insert({ reason: 'schedule', createdAt: now, scheduledFor: due })
      // While another is made it waits for the end of that.
      if (added) await schedule.change({ keptUntil: due })
    })
  }

  /** Tells the team when there has been no proven backup for too long. */
  async function watch(): Promise<void> {
    const now = clock.now()
    await db.transaction(async (transaction) => {
      const schedule = createScheduleStore(transaction)
      const kept = await schedule.lock()
      if (!kept) return
      const proven = await createStore(transaction).findLastProven()
      const days = findOverdueDays(plan().frequency, {
        lastProven: proven?.createdAt,
        setAt: kept.setAt,
        now,
      })
      const isTold = kept.overdueToldAt && now.getTime() - kept.overdueToldAt.getTime() < toldEvery
      if (days === undefined || isTold) return
      await schedule.change({ overdueToldAt: now })
      await tellOfOverdue(transaction, days)
    })
  }

  return {
    keep,
    watch,
    findSchedule: () => createScheduleStore(db).find(),
  }
}
export type Scheduling = ReturnType<typeof createScheduling>
