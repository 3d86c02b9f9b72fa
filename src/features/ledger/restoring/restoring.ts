import { randomUUID } from 'node:crypto'
import type { BackupPart, RestoredBackup } from '#feature.ts'
import type { NewLedgerEntry } from '#features/ledger/model.ts'
import { emptyRoot } from '#features/ledger/tree/hashing.ts'
import { hashRoot, type ReadTiles } from '#features/ledger/tree/proofs.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { createLedgerRestoringStore, createOtherLogStore } from './restoring-store.ts'

interface LedgerBackupOptions {
  clock: Clock
  record(transaction: Database, entries: readonly NewLedgerEntry[]): Promise<void>
  /** What names the first log of this site. */
  origin: string
}

interface Head {
  size: number
  root: Buffer
  origin: string | null
}

/** Whether a tree begins with another. */
async function beginsWith(longer: Head, shorter: Head, readTiles: ReadTiles): Promise<boolean> {
  if (longer.size < shorter.size) return false
  return (await hashRoot(shorter.size, readTiles)).equals(shorter.root)
}

/**
 * The ledger only grows. Of the log of before and that of the backup the longer stays. Where neither is the beginning of the other,
 * what only the other has is recorded once more. Where the log of the backup stays and more may have been signed in its name than the
 * backup knows of, it goes on under another name; its first entry says which log it continues.
 */
export function createLedgerBackup({ clock, record, origin: firstOrigin }: LedgerBackupOptions): BackupPart {
  /** Records which log ended where and goes on in this one, and of which other entries were recorded once more. */
  async function explain(transaction: Database, { takenAt }: RestoredBackup, ended: Head, joined?: Head) {
    const { size, origin } = ended
    const statement = {
      ...{ type: 'continuation', of: origin, size, root: ended.root.toString('hex'), reason: 'restore' },
      backup_taken_at: takenAt.toISOString(),
      joined: joined ? { origin: joined.origin, size: joined.size, root: joined.root.toString('hex') } : null,
    }
    await record(transaction, [{ id: randomUUID(), kind: 'continuation', statement }])
  }

  /** Ends the log under its name, and goes on under one that no log has had. */
  async function rename(transaction: Database, { origin, size, root }: Head): Promise<void> {
    const store = createLedgerRestoringStore(transaction)
    const now = clock.now()
    if (origin !== null) await store.endLog({ origin, size, root, endedAt: now })
    await store.rename(`${firstOrigin}-${now.toISOString().replace(/[-:]|\.\d+/g, '')}`)
  }

  /** Ends a log whose tree does not stay. Its keys stay known, for the proofs that people have of it. */
  async function leave(transaction: Database, { origin }: Head, kept: Head): Promise<void> {
    if (origin === null || origin === kept.origin) return
    const end = { origin, size: 0, root: emptyRoot, endedAt: clock.now() }
    await createLedgerRestoringStore(transaction).endLog(end)
  }

  return {
    compared: [
      ...['ledger_head', 'ledger_leaves', 'ledger_tiles', 'ledger_checkpoints', 'ledger_cosignatures'],
      ...[
        'ledger_anchors',
        'ledger_anchor_transactions',
        'ledger_anchoring',
        'ledger_days',
        'ledger_openings',
      ],
      ...['ledger_queue', 'ledger_former_logs', 'legal_texts'],
    ],
    async keepHistory(transaction, backup) {
      const store = createLedgerRestoringStore(transaction)
      const other = createOtherLogStore(transaction)
      const now = await store.getHead()
      const before = await store.findHeadOfBefore()
      await store.setTriggers('DISABLE')
      await store.keepLasting()
      if (!before || before.size === 0) {
        // More may have been signed since than anybody here knows of.
        if (now.size > 0) await rename(transaction, now)
        if (now.size > 0) await explain(transaction, backup, now)
      } else if (await beginsWith(before, now, store.readTilesOfBefore)) await store.takeLogOfBefore()
      else if (await beginsWith(now, before, store.readTilesOfNow)) {
        await store.forgetAgain()
        await other.recordOther('before')
      } else if (before.size >= now.size) {
        await other.putAside()
        await store.takeLogOfBefore()
        await leave(transaction, now, before)
        await explain(transaction, backup, before, now)
        await other.recordOther('aside')
      } else {
        await store.forgetAgain()
        await leave(transaction, before, now)
        await rename(transaction, now)
        await explain(transaction, backup, now, before)
        await other.recordOther('before')
      }
      await store.setTriggers('ENABLE')
    },
  }
}
