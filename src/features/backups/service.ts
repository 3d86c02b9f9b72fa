import type { Destinations } from '#features/backups/destinations/destinations.ts'
import type { Maker } from '#features/backups/making/maker.ts'
import { findOverdueDays } from '#features/backups/schedule/overdue.ts'
import { findNextTime, type Plan } from '#features/backups/schedule/schedule.ts'
import type { Scheduling } from '#features/backups/schedule/scheduling.ts'
import type { Clock } from '#platform/clock.ts'
import { Problem } from '#shared/problem.ts'
import { addDays, listDays, localDayOf } from '#shared/time/days.ts'
import type { BackupSummary } from './contract.ts'
import { describeBackup, describeDetails } from './describe.ts'
import type { Retention } from './retention.ts'
import type { BackupStore, DatedBackup, StoredBackup } from './store.ts'

interface ServiceOptions {
  store: BackupStore
  destinations: Destinations
  maker: Pick<Maker, 'run'>
  retention: Pick<Retention, 'remove'>
  scheduling: Pick<Scheduling, 'findSchedule'>
  plan(): Plan
  retentionDays(): number
  clock: Clock
}

/** The days of the picture. */
const shownDays = 30

/** What people do with backups. */
export function createBackupService(options: ServiceOptions) {
  const { store, destinations, maker, retention, scheduling, plan, retentionDays, clock } = options

  async function get(id: string): Promise<StoredBackup> {
    const row = await store.find(id)
    if (!row) throw new Problem('not_found', 404)
    return row
  }

  return {
    async list(page: { limit: number; offset: number }) {
      const { items, total } = await store.list(page)
      return { items: items.map(describeBackup), total }
    },

    get: async (id: string) => describeDetails(await get(id)),

    async summarize(): Promise<BackupSummary> {
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
          ...{
            day,
            state: stateOfDay(
              dated.filter(({ createdAt }) => localDayOf(createdAt, present.timeZone) === day),
            ),
          },
        })),
      }
    },

    /** Begins a backup. @throws {Problem} 409 while another is made */
    async begin() {
      const id = await store.insert({ reason: 'by_hand', createdAt: clock.now() })
      if (id === undefined) throw new Problem('backup_running', 409)
      return describeDetails(await get(id))
    },

    /** Ends one that is being made. @throws {Problem} 409 when it has ended */
    async cancel(id: string): Promise<void> {
      await get(id)
      if (!(await store.cancel(id, clock.now()))) throw new Problem('backup_ended', 409)
      void maker.run()
    },

    /** @throws {Problem} 409 for the last one that is proven, and those in use */
    async remove(id: string): Promise<void> {
      await get(id)
      if (!(await retention.remove(id))) throw new Problem('backup_needed', 409)
    },

    /** The first place that has it, with what is known of the file. @throws {Problem} 404 */
    async locate(id: string) {
      const { file, copies, isEncrypted, createdAt } = await get(id)
      for (const { destination, state } of copies) {
        if (state !== 'written' || file === null) continue
        const place = await destinations.open(destination).catch(() => undefined)
        const facts = await place?.files.find(file).catch(() => undefined)
        if (place && facts)
          return {
            ...{ ...facts, file, isEncrypted, createdAt },
            open: (range?: { start: number; end: number }) => place.files.open(file, range),
          }
      }
      throw new Problem('not_found', 404)
    },
  }
}
export type BackupService = ReturnType<typeof createBackupService>

function stateOfDay(dated: readonly DatedBackup[]) {
  if (dated.some(({ isProven }) => isProven)) return 'proven'
  return dated.some(({ state }) => state === 'failed') ? 'failed' : 'none'
}
