import { and, desc, eq, gt, inArray } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import type { LeafKind } from './model.ts'
import { ledgerOpenings, ledgerQueue } from './table.ts'

type QueuedRow = Omit<typeof ledgerQueue.$inferInsert, 'id'>
type OpeningRow = typeof ledgerOpenings.$inferSelect
type Statement = OpeningRow['statement']

/** The queries on what is to be recorded. */
export function createRecordingStore(db: Database) {
  return {
    async insert(queued: QueuedRow[], openings: OpeningRow[]): Promise<void> {
      await db.insert(ledgerQueue).values(queued)
      await db.insert(ledgerOpenings).values(openings)
    },

    /** What was last recorded of a kind, the newest first. */
    async listStatements(
      kind: LeafKind,
      { limit, since }: { limit: number; since: Date | null },
    ): Promise<Statement[]> {
      const rows = await db
        .select({ statement: ledgerOpenings.statement })
        .from(ledgerOpenings)
        .where(and(eq(ledgerOpenings.kind, kind), since ? gt(ledgerOpenings.recordedAt, since) : undefined))
        .orderBy(desc(ledgerOpenings.recordedAt))
        .limit(limit)
      return rows.map(({ statement }) => statement)
    },

    /** Deletes what leaves say about some things. */
    async forget(subjects: readonly string[]): Promise<void> {
      await db.delete(ledgerOpenings).where(inArray(ledgerOpenings.subject, [...subjects]))
    },
  }
}
