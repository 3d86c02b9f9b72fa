import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BackupPart } from '#feature.ts'
import type { Archive } from '#features/backups/archive/archive.ts'
import { loadFiles, loadTables } from '#features/backups/archive/loading.ts'
import { openArchive } from '#features/backups/archive/reading.ts'
import { replaceData } from '#features/backups/restoring/replacing/replacement.ts'
import type { RestoreSession } from '#features/backups/restoring/replacing/session-store.ts'
import type { BackupStock } from '#features/backups/stock.ts'
import type { Clock } from '#platform/clock.ts'
import { listMigrations } from '#platform/database/migrations.ts'
import type { WithScratchDatabase } from '#platform/embedded-postgres/scratch-database.ts'
import { createEncryption } from '#platform/encryption.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { type Logger, messageOf } from '#platform/log.ts'
import type { Database } from '#platform/postgres.ts'
import type { Revision } from '#platform/revision.ts'
import { type EncryptedRows, renewEncryptedRows } from '#platform/secrets/encrypted-rows.ts'
import type { Secrets } from '#platform/secrets/secrets.ts'
import { Problem } from '#shared/problem.ts'
import { findRenewal } from './archive-secret.ts'
import type { RestoreStep } from './contract.ts'
import { RestoreError } from './failures.ts'
import { withoutTables, withPresentRows } from './preparation.ts'
import { type Progress, watchReading } from './progress.ts'
import type { RestoreStore } from './store.ts'

export interface RestoringOptions {
  /** The database, without a pooler before it. */
  databaseUrl: string
  db: Database
  files: FileStore
  withScratchDatabase: WithScratchDatabase
  secrets: Secrets
  revision: Pick<Revision, 'publish'>
  clock: Clock
  log: Logger
  stock: BackupStock
  /** The encrypted columns of all features. */
  encryptedRows: readonly EncryptedRows[]
  listParts(): readonly BackupPart[]
  /** Records in the audit log that it was done, in its transaction. */
  record(transaction: Database, action: { userId: null; action: string; at: Date }): Promise<void>
}

/** A restore that was asked for. */
export interface RestoreOrder {
  /** Opens the archive, anew each time. */
  open(): Promise<Readable>
  /** Keeps it from being deleted for some seconds. */
  hold(seconds: number): Promise<void>
  /** In bytes, if that is known. */
  size: number | null
  backupId: string | null
  userId: string | null
  /** What opens an encrypted archive. */
  identity: string | undefined
  sendsAgain: boolean
  /** Whether there are data before: then a backup is made of them. */
  replacesData: boolean
  /** Called when a step begins. */
  onStep?(step: RestoreStep): void
}

interface Replacing {
  order: RestoreOrder
  rows: Archive
  renewal: Secrets | undefined
  progress: Progress
}

// How long another backup is waited for, and how often it is looked for, in milliseconds.
const longestBackup = 30 * 60_000
const askEvery = 1_000

/** What the audit log calls a restore. */
export const restoredAction = 'backups.restored'

/** Creates the function that does the steps of a restore: those that change nothing that anyone sees, and then the one that is done as a whole. */
export function createRestoreSteps(options: RestoringOptions, store: RestoreStore) {
  const { clock, log, stock } = options

  async function restore(session: RestoreSession, id: string, order: RestoreOrder, progress: Progress) {
    await progress.enter('checking')
    const archive = await openArchive(watchReading(order.open, order.size, progress.note), {
      identities: order.identity === undefined ? [] : [order.identity],
      knownMigrations: listMigrations(),
    })
    try {
      const renewal = findRenewal(archive, options.secrets)
      await store.update(id, { takenAt: new Date(archive.manifest.takenAt) })
      if (order.replacesData) {
        await progress.enter('backing_up')
        await store.update(id, { undoId: await makeUndo(stock) })
      }
      await progress.enter('preparing')
      await withPresentRows(archive, options.withScratchDatabase, async (rows) => {
        await progress.enter('files')
        await loadFiles(options.files, archive)
        await progress.enter('closing')
        await session.close()
        await progress.enter('replacing')
        await replace(session, id, { order, rows, renewal, progress })
      })
    } finally {
      await archive.close()
    }
  }

  async function replace(session: RestoreSession, id: string, { order, rows, renewal, progress }: Replacing) {
    const parts = options.listParts()
    await replaceData(session, {
      parts,
      backup: {
        takenAt: new Date(rows.manifest.takenAt),
        ...{ replacesData: order.replacesData, sendsAgain: order.sendsAgain },
      },
      async load(transaction) {
        await loadTables(session.client, withoutTables(rows, listSpared(parts)))
        if (!renewal) return
        const result = await renewEncryptedRows(transaction, createEncryption(renewal), options.encryptedRows)
        log.info(result, 'keys and tokens of the backup were encrypted under the present secret')
      },
      async finish(transaction) {
        await progress.finish()
        const at = clock.now()
        await options.record(transaction, { userId: null, action: restoredAction, at })
        await store.update(id, { state: 'done', share: 1, finishedAt: at }, transaction)
      },
    })
  }

  return restore
}

/** The tables whose rows no backup replaces, even one that has them: whether one has them may change with the version. */
function listSpared(parts: readonly BackupPart[]): Set<string> {
  return new Set(parts.flatMap(({ emptied = [], untouched = [] }) => [...emptied, ...untouched]))
}

const isOtherRunning = (error: unknown) => error instanceof Problem && error.code === 'backup_running'

async function makeUndo(stock: BackupStock): Promise<string> {
  try {
    for (const until = performance.now() + longestBackup; ; await sleep(askEvery)) {
      const id = await stock.make('before_restore', 'written').catch((error: unknown) => {
        // Another is made or proven, perhaps that of the restore before.
        if (isOtherRunning(error) && performance.now() < until) return undefined
        throw error
      })
      if (id !== undefined) return id
    }
  } catch (error) {
    throw new RestoreError(
      'backup_failed',
      `The backup of the present state could not be made: ${messageOf(error)}`,
      { cause: error },
    )
  }
}
