import type { LeafKind, NewLedgerEntry } from '#features/ledger/model.ts'
import type { Database } from '#platform/postgres.ts'

/** What the audit log needs of the ledger. */
export interface AuditLedger {
  record(transaction: Database, entries: readonly NewLedgerEntry[]): Promise<void>
  /** What was last recorded of a kind, the newest first. */
  listStatements(
    db: Database,
    kind: LeafKind,
    limit: number,
    since?: Date | null,
  ): Promise<Readonly<Record<string, unknown>>[]>
}
