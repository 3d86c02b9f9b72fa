import type { Backup, BackupDetails } from './contract.ts'
import type { StoredBackup } from './store.ts'

const written = (time: Date | null) => time?.toISOString() ?? null

/** A backup as it crosses the wire. */
export function describeBackup(row: StoredBackup): Backup {
  const { id, state, reason, progress, size, copies, failure } = row
  return {
    ...{ id, state, reason, progress, size, copies, failure },
    created_at: row.createdAt.toISOString(),
    started_at: written(row.startedAt),
    finished_at: written(row.finishedAt),
    seconds:
      row.startedAt && row.finishedAt ? (row.finishedAt.getTime() - row.startedAt.getTime()) / 1000 : null,
    is_encrypted: row.isEncrypted,
    proven_at: written(row.provenAt),
    failure_detail: row.failureDetail || null,
    is_deletable: row.isDeletable,
  }
}

/** All that is known of a backup. */
export const describeDetails = (row: StoredBackup): BackupDetails => ({
  ...describeBackup(row),
  ...{ sha256: row.sha256, contents: row.contents },
})
