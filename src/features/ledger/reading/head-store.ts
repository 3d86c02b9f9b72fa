import { asc, desc, eq, gte, lte, sql } from 'drizzle-orm'
import type { LeafKind } from '#features/ledger/model.ts'
import {
  ledgerCheckpoints,
  ledgerCosignatures,
  ledgerDays,
  ledgerFormerLogs,
  ledgerHead,
  ledgerQueue,
} from '#features/ledger/table.ts'
import type { Database } from '#platform/postgres.ts'

type CheckpointRow = typeof ledgerCheckpoints.$inferSelect

/** The queries on the size of the tree, its checkpoints and its growth. */
export function createHeadStore(db: Database) {
  return {
    async getHead() {
      const [head] = await db.select().from(ledgerHead)
      if (!head) throw new Error('the head of the ledger is missing')
      return head
    },

    /** The logs that this one continues, the earliest first. */
    listFormerLogs: () =>
      db.select().from(ledgerFormerLogs).orderBy(asc(ledgerFormerLogs.size), asc(ledgerFormerLogs.endedAt)),

    async noteCheck(found: { checkedAt: Date; checkedTo: number; brokenAt: number | null }): Promise<void> {
      await db.update(ledgerHead).set(found)
    },

    countQueued: () => db.$count(ledgerQueue),

    /** The newest checkpoint of at most a size; none while the ledger is empty. */
    async findCheckpoint(size = Number.MAX_SAFE_INTEGER): Promise<CheckpointRow | undefined> {
      const [row] = await db
        .select()
        .from(ledgerCheckpoints)
        .where(lte(ledgerCheckpoints.size, size))
        .orderBy(desc(ledgerCheckpoints.size))
        .limit(1)
      return row
    },

    listCosignatures: (size: number) =>
      db
        .select()
        .from(ledgerCosignatures)
        .where(eq(ledgerCosignatures.size, size))
        .orderBy(asc(ledgerCosignatures.witness)),

    async sumKinds(): Promise<{ kind: LeafKind; entries: number }[]> {
      return db
        .select({ kind: ledgerDays.kind, entries: sql<number>`sum(${ledgerDays.entries})::float8` })
        .from(ledgerDays)
        .groupBy(ledgerDays.kind)
    },

    async sumDays(from: string): Promise<{ day: string; entries: number }[]> {
      return db
        .select({ day: ledgerDays.day, entries: sql<number>`sum(${ledgerDays.entries})::float8` })
        .from(ledgerDays)
        .where(gte(ledgerDays.day, from))
        .groupBy(ledgerDays.day)
    },
  }
}
