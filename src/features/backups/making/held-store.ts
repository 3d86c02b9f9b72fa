import { type SQL, sql } from 'drizzle-orm'
import type {
  BackupContents,
  BackupCopy,
  BackupFailure,
  BackupReason,
  BackupState,
} from '#features/backups/contract.ts'
import type { Database } from '#platform/postgres.ts'

/** A backup that this process makes, for as long as its lease lasts. */
export interface HeldBackup {
  id: string
  /** What every write needs: whoever takes it later has a higher one. */
  fence: number
  state: BackupState
  reason: BackupReason
  file: string | null
  copies: BackupCopy[]
  isEncrypted: boolean
  proofKey: string | null
  sha256: string | null
  size: number | null
  attempts: number
  isCanceled: boolean
  createdAt: Date
  startedAt: Date | null
}

/** What a write changes. */
export interface BackupChanges {
  state?: BackupState
  startedAt?: Date
  finishedAt?: Date
  progress?: number
  file?: string
  copies?: BackupCopy[]
  size?: number
  sha256?: string
  contents?: BackupContents
  isEncrypted?: boolean
  proofKey?: string | null
  provenAt?: Date
  failure?: BackupFailure
  failureDetail?: string
  /** Gives it back, without counting the attempt. */
  isReleased?: boolean
}

/** Another process has taken the backup since. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

const lease = (seconds: number) => sql`clock_timestamp() + make_interval(secs => ${seconds})`
// By the clock of the database alone, so that the clocks of processes may differ.
const isFree = sql`(leased_until IS NULL OR leased_until < clock_timestamp())`
const isOpen = sql`state IN ('waiting', 'writing', 'proving')`

/** The queries of making a backup: one process at a time holds it, and only its newest holder may write. */
export function createHeldBackupStore(db: Database) {
  return {
    /** Whether a backup waits for a process. */
    hasWork: (): SQL => sql`EXISTS (SELECT FROM backups WHERE ${isOpen} AND ${isFree})`,

    /** Takes the backup that waits, if any. */
    async take(leaseSeconds: number): Promise<HeldBackup | undefined> {
      const { rows } = await db.execute<HeldRow>(sql`
        WITH due AS (SELECT id FROM backups WHERE ${isOpen} AND ${isFree} LIMIT 1 FOR UPDATE SKIP LOCKED)
        UPDATE backups SET fence = fence + 1, attempts = attempts + 1, leased_until = ${lease(leaseSeconds)}
        FROM due WHERE backups.id = due.id
        RETURNING backups.id, fence, state, reason, file, copies, is_encrypted AS "isEncrypted", proof_key AS "proofKey",
          sha256, size, attempts, is_canceled AS "isCanceled", created_at AS "createdAt", started_at AS "startedAt"`)
      const [row] = rows
      return (
        row && {
          ...row,
          size: row.size === null ? null : Number(row.size),
          createdAt: new Date(row.createdAt),
          startedAt: row.startedAt === null ? null : new Date(row.startedAt),
        }
      )
    },

    /** Holds a backup for longer. What is undefined is not held any more. */
    async renew({ id, fence }: Pick<HeldBackup, 'id' | 'fence'>, leaseSeconds: number) {
      const { rows } = await db.execute<{ isCanceled: boolean }>(sql`
        UPDATE backups SET leased_until = ${lease(leaseSeconds)}
        WHERE id = ${id} AND fence = ${fence} AND leased_until > clock_timestamp()
        RETURNING is_canceled AS "isCanceled"`)
      return rows[0]
    },

    /** Changes a backup that is still held. @throws {LeaseLost} */
    async write({ id, fence }: Pick<HeldBackup, 'id' | 'fence'>, changes: BackupChanges): Promise<void> {
      const { rows } = await db.execute<{ id: string }>(sql`
        UPDATE backups SET ${sql.join(assignmentsOf(changes), sql`, `)}
        WHERE id = ${id} AND fence = ${fence} AND leased_until > clock_timestamp() RETURNING id`)
      if (rows.length !== 1) throw new LeaseLost('the backup is held by another process, or by nobody')
    },
  }
}
export type HeldBackupStore = ReturnType<typeof createHeldBackupStore>

type HeldRow = Omit<HeldBackup, 'size' | 'createdAt' | 'startedAt'> & {
  size: string | number | null
  createdAt: string | Date
  startedAt: string | Date | null
}

const moment = (time: Date | undefined) => time && sql`${time.toISOString()}::timestamptz`
const json = (value: unknown) => value && sql`${JSON.stringify(value)}::jsonb`

function assignmentsOf(changes: BackupChanges): SQL[] {
  const columns: [string, unknown][] = [
    ['state', changes.state],
    ['started_at', moment(changes.startedAt)],
    ['finished_at', moment(changes.finishedAt)],
    ['progress', changes.progress],
    ['file', changes.file],
    ['copies', json(changes.copies)],
    ['size', changes.size],
    ['sha256', changes.sha256],
    ['contents', json(changes.contents)],
    ['is_encrypted', changes.isEncrypted],
    ['proof_key', changes.proofKey],
    ['proven_at', moment(changes.provenAt)],
    ['failure', changes.failure],
    ['failure_detail', changes.failureDetail],
  ]
  return [
    ...columns.flatMap(([name, value]) =>
      value === undefined ? [] : [sql`${sql.identifier(name)} = ${value}`],
    ),
    ...(changes.isReleased ? [sql`leased_until = NULL, attempts = attempts - 1`] : []),
  ]
}
