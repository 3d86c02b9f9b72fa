import { ledgerCosignatures } from '#features/ledger/table.ts'
import type { Database } from '#platform/postgres.ts'

/** The queries on signatures of witnesses. */
export function createCosignatureStore(db: Database) {
  return {
    /** Adds signatures; the first one of a witness over a checkpoint stays. */
    async add(rows: (typeof ledgerCosignatures.$inferInsert)[]): Promise<void> {
      await db.insert(ledgerCosignatures).values(rows).onConflictDoNothing()
    },
  }
}
