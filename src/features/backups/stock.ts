import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Destinations } from '#features/backups/destinations/destinations.ts'
import type { Maker } from '#features/backups/making/maker.ts'
import type { MakingPlan } from '#features/backups/making/ports.ts'
import type { Clock } from '#platform/clock.ts'
import { Problem } from '#shared/problem.ts'
import type { BackupContents, BackupDetails, BackupReason } from './contract.ts'
import { describeDetails } from './describe.ts'
import type { BackupService } from './service.ts'
import type { BackupStore } from './store.ts'

/** The backups of the installation, for whoever restores one. */
export interface BackupStock {
  find(id: string): Promise<BackupDetails | undefined>
  /** Reads its file, of the first destination that has it. @throws {Problem} 404 where none has */
  open(id: string): Promise<Readable>
  /** Keeps it from being deleted for some time, while it is being read. */
  hold(id: string, seconds: number): Promise<void>
  /**
   * Makes a backup of the present state now, in this process, and waits until it is written, or proven. Returns its id.
   * @throws {Problem} 409 while another is made, 503 when it fails
   */
  make(reason: BackupReason, until: 'written' | 'proven'): Promise<string>
  /**
   * Stores an archive that was brought from elsewhere, unproven. Once it is stored, it is asked what it holds. Returns its id.
   * @throws the failure of the archive
   */
  add(
    archive: AsyncIterable<Uint8Array>,
    facts: { isEncrypted: boolean; findContents(): Promise<BackupContents | null> },
  ): Promise<string>
}

interface StockOptions {
  store: BackupStore
  destinations: Destinations
  maker: Pick<Maker, 'run'>
  service: Pick<BackupService, 'locate'>
  planMaking(): MakingPlan
  clock: Clock
}

/** How often a backup that is waited for is looked at, in milliseconds. */
const askEvery = 200

export function createBackupStock(options: StockOptions): BackupStock {
  const { store, destinations, maker, service, planMaking, clock } = options

  async function waitFor(id: string, until: 'written' | 'proven'): Promise<void> {
    for (;;) {
      const row = await store.find(id)
      if (!row || row.state === 'failed') throw new Problem('backup_failed', 503)
      if (row.state === 'done' || (row.state === 'proving' && until === 'written')) return
      void maker.run()
      await sleep(askEvery)
    }
  }

  return {
    async find(id) {
      const row = await store.find(id)
      return row && describeDetails(row)
    },

    async open(id) {
      const content = await (await service.locate(id)).open()
      if (!content) throw new Problem('not_found', 404)
      return content
    },

    hold: store.hold,

    async make(reason, until) {
      const id = await store.insert({ reason, createdAt: clock.now() })
      if (id === undefined) throw new Problem('backup_running', 409)
      await waitFor(id, until)
      return id
    },

    async add(archive, { isEncrypted, findContents }) {
      const id = randomUUID()
      const createdAt = clock.now()
      const [destination = 'folder'] = planMaking().destinations
      const { files } = await destinations.open(destination)
      const file = `uploaded-${id}.${isEncrypted ? 'age' : 'tar'}`
      const { size, digest: sha256 } = await files.write(file, archive)
      await store.insert({
        ...{ id, reason: 'uploaded', state: 'done', createdAt, startedAt: createdAt, finishedAt: createdAt },
        ...{ file, size, sha256, isEncrypted, contents: await findContents() },
        copies: [{ destination, state: 'written', detail: null }],
      })
      return id
    },
  }
}
