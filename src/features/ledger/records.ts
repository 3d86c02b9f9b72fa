import { randomBytes } from 'node:crypto'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { commitTo } from './commitment.ts'
import type { LeafKind, NewLedgerEntry } from './model.ts'
import { createRecordingStore } from './recording-store.ts'

const saltLength = 32

/** What other features record in the ledger, in their own transactions. It depends on no other feature. */
export function createLedgerRecords({ clock }: { clock: Clock }) {
  return {
    /** Records facts. They are in the tree about a second after the transaction has ended. */
    async record(transaction: Database, entries: readonly NewLedgerEntry[]): Promise<void> {
      if (entries.length === 0) return
      const at = clock.now()
      const salted = entries.map((entry) => ({ ...entry, salt: randomBytes(saltLength) }))
      await createRecordingStore(transaction).insert(
        salted.map(({ id: entryId, kind, statement, salt }) => ({
          ...{ entryId, kind, at, commitment: commitTo(statement, salt) },
        })),
        salted.map(({ id: entryId, kind, subject = null, statement, salt }) => ({
          ...{ entryId, kind, subject, statement, salt, recordedAt: at },
        })),
      )
    },

    /** What was last recorded of a kind and not forgotten, the newest first; with `since`, after that. */
    listStatements: (db: Database, kind: LeafKind, limit: number, since: Date | null = null) =>
      createRecordingStore(db).listStatements(kind, { limit, since }),

    /**
     * Forgets what was recorded about some things, by deleting statements and salts: the leaves stay, and nobody can tell or
     * prove what they say.
     */
    async forget(transaction: Database, subjects: readonly string[]): Promise<void> {
      if (subjects.length > 0) await createRecordingStore(transaction).forget(subjects)
    },
  }
}
export type LedgerRecords = ReturnType<typeof createLedgerRecords>
