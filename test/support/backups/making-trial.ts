import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Manifest } from '#features/backups/archive/archive.ts'
import { createDeletionStore } from '#features/backups/deletion-store.ts'
import { createDestinations } from '#features/backups/destinations/destinations.ts'
import { createHeldBackupStore } from '#features/backups/making/held-store.ts'
import { createMaker, type MakerOptions } from '#features/backups/making/maker.ts'
import type { ProveArchive, WriteArchive } from '#features/backups/making/ports.ts'
import { createTelling } from '#features/backups/making/telling.ts'
import { createRetention } from '#features/backups/retention.ts'
import { createBackupStore } from '#features/backups/store.ts'
import { backupSchedule, backups } from '#features/backups/table.ts'
import { createEncryption } from '#platform/encryption.ts'
import { createLog } from '#platform/log.ts'
import type { ObjectStorePlace } from '#shared/files/object-store.ts'
import { createFakeClock } from '../clock.ts'
import { connectTestDatabase } from '../database.ts'

const manifest: Manifest = {
  ...{ format: 'firmeza-backup', formatVersion: 1, productVersion: '1.0.0' },
  ...{ takenAt: '2026-01-01T00:00:00.000Z', site: { name: 'A site', url: 'https://site.example' } },
  migrations: [],
  tables: [{ name: 'users', columns: ['id'], rows: 3, sha256: 'x' }],
  ...{ partitions: [], sequences: [], leftOut: [], files: { count: 1, bytes: 10, missing: [] } },
  ...{ secretId: 'x', holdsSecret: false },
}

/** An archive whose content is a text, with the options that it was written with. */
export const writeText =
  (
    content: string | (() => AsyncIterable<Uint8Array>),
    seen: Parameters<WriteArchive>[0][] = [],
  ): WriteArchive =>
  (options) => {
    seen.push(options)
    const bytes =
      typeof content === 'string' ? Readable.from([Buffer.from(content)]) : Readable.from(content())
    return { bytes, manifest: Promise.resolve(manifest) }
  }

/** Proves nothing but that the archive can be read, and remembers what was. */
export const readAsProof =
  (read: string[] = []): ProveArchive =>
  async (open) => {
    read.push(await text(await open()))
  }

interface ProcessOptions
  extends Partial<Pick<MakerOptions, 'write' | 'prove' | 'planMaking' | 'leaseSeconds'>> {
  objectStore?: ObjectStorePlace | undefined
  /** A folder other than that of the trial. */
  folder?: string
}

/** The making of backups without the rest of the product, in as many processes as a test needs. */
export async function startMakingTrial() {
  const postgres = await connectTestDatabase({ max: 6 })
  const { db } = postgres
  const folder = await mkdtemp(join(tmpdir(), 'firmeza-test-'))
  const clock = createFakeClock(new Date('2026-06-15T12:00:00Z'))
  const log = createLog('silent')
  const encryption = createEncryption({ current: randomBytes(32).toString('hex'), earlier: [] })
  const store = createBackupStore(db)
  const told: string[] = []
  const telling = createTelling({
    ...{ db, clock },
    notify: async (_transaction, all) => void told.push(...all.map(({ type }) => type.name)),
    announce: async (_transaction, all) => void told.push(...all.map(({ type }) => type)),
  })
  let retentionDays = 14

  function createProcess(options: ProcessOptions = {}) {
    const destinations = createDestinations(
      { folder: options.folder ?? folder, objectStore: options.objectStore },
      log,
    )
    const retention = createRetention({
      ...{ store: createDeletionStore(db), destinations, clock, log },
      retention: () => retentionDays,
      tellOfLeftovers: telling.tellOfLeftovers,
    })
    const maker = createMaker({
      ...{ destinations, clock, log },
      write: writeText('all rows'),
      prove: readAsProof(),
      planMaking: () => ({ destinations: ['folder'], recipients: [], includesSecret: false }),
      store: createHeldBackupStore(db),
      findLastSize: async () => (await store.findLastSized())?.size ?? undefined,
      finish: telling.finish,
      afterwards: retention.run,
      cipher: encryption.cipher('backups.proof'),
      ...options,
    })
    return { ...maker, retention, destinations }
  }

  return {
    ...{ db, clock, folder, store, told, telling, createProcess },
    keepFor(days: number) {
      retentionDays = days
    },
    /** Adds a backup that waits; returns its id. */
    async order(): Promise<string> {
      const id = await store.insert({ reason: 'by_hand', createdAt: clock.now() })
      if (id === undefined) throw new Error('another one is being made')
      return id
    },
    async read(id: string) {
      const row = (await db.select().from(backups)).find((one) => one.id === id)
      if (!row) throw new Error('there is no such backup')
      return row
    },
    async clear(): Promise<void> {
      await db.delete(backups)
      await db.delete(backupSchedule)
      told.length = 0
      retentionDays = 14
      await rm(folder, { recursive: true, force: true })
    },
    async close(): Promise<void> {
      await postgres.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type MakingTrial = Awaited<ReturnType<typeof startMakingTrial>>
