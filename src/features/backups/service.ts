import type { Destinations } from '#features/backups/destinations/destinations.ts'
import type { Maker } from '#features/backups/making/maker.ts'
import type { Clock } from '#platform/clock.ts'
import { Problem } from '#shared/problem.ts'
import { describeBackup, describeDetails } from './describe.ts'
import type { Retention } from './retention.ts'
import type { BackupStore, StoredBackup } from './store.ts'
import { createSummary, type SummaryOptions } from './summary.ts'

interface ServiceOptions extends SummaryOptions {
  store: BackupStore
  destinations: Destinations
  maker: Pick<Maker, 'run'>
  retention: Pick<Retention, 'remove'>
  clock: Clock
}

/** What people do with backups. */
export function createBackupService(options: ServiceOptions) {
  const { store, destinations, maker, retention, clock } = options

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

    summarize: createSummary(options),

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
