import { asc, sql } from 'drizzle-orm'
import type { LeafKind } from '#features/ledger/model.ts'
import {
  ledgerCheckpoints,
  ledgerDays,
  ledgerHead,
  ledgerLeaves,
  ledgerQueue,
  ledgerTiles,
} from '#features/ledger/table.ts'
import type { Tile } from '#features/ledger/tree/tiles.ts'
import type { Database } from '#platform/postgres.ts'

export type HeadRow = typeof ledgerHead.$inferSelect
type QueuedRow = typeof ledgerQueue.$inferSelect
type LeafRow = typeof ledgerLeaves.$inferSelect

/** A condition that holds while something waits to be added to the tree. */
export const isAnyQueued = sql`EXISTS (SELECT FROM ${ledgerQueue})`

/** The queries with which the tree grows, within one transaction. */
export function createSequencingStore(transaction: Database) {
  return {
    /** The head, locked until the end of the transaction, so that one process at a time adds leaves. */
    async lockHead(): Promise<HeadRow> {
      const [head] = await transaction.select().from(ledgerHead).for('update')
      if (!head) throw new Error('the head of the ledger is missing')
      return head
    },

    listQueued: (limit: number): Promise<QueuedRow[]> =>
      transaction.select().from(ledgerQueue).orderBy(asc(ledgerQueue.id)).limit(limit),

    /** Adds leaves, in as few statements as there are tables, and takes them from the queue. */
    async add(leaves: LeafRow[], tiles: Tile[]): Promise<void> {
      const column = <Value>(read: (leaf: LeafRow) => Value) => sql.param(leaves.map(read))
      await transaction.execute(sql`
        INSERT INTO ${ledgerLeaves} (index, entry_id, kind, data, hash)
        SELECT * FROM unnest(${column(({ index }) => index)}::bigint[], ${column(({ entryId }) => entryId)}::uuid[],
          ${column(({ kind }) => kind)}::text[], ${column(({ data }) => data)}::text[], ${column(({ hash }) => hash)}::bytea[])`)
      await transaction
        .insert(ledgerTiles)
        .values(tiles)
        .onConflictDoUpdate({
          target: [ledgerTiles.level, ledgerTiles.index],
          set: { hashes: sql`excluded.hashes` },
        })
    },

    /** By their ids: a transaction that ends meanwhile may have queued something between them. */
    async takeFromQueue(queued: readonly QueuedRow[]): Promise<void> {
      const ids = sql.param(queued.map(({ id }) => id))
      await transaction.delete(ledgerQueue).where(sql`${ledgerQueue.id} = ANY (${ids}::bigint[])`)
    },

    async countOnDays(counts: readonly { day: string; kind: LeafKind; entries: number }[]): Promise<void> {
      await transaction
        .insert(ledgerDays)
        .values([...counts])
        .onConflictDoUpdate({
          target: [ledgerDays.day, ledgerDays.kind],
          set: { entries: sql`${ledgerDays.entries} + excluded.entries` },
        })
    },

    async saveCheckpoint(checkpoint: typeof ledgerCheckpoints.$inferInsert, origin: string): Promise<void> {
      await transaction.insert(ledgerCheckpoints).values(checkpoint)
      const { size, root } = checkpoint
      await transaction.update(ledgerHead).set({ size, root, origin })
    },
  }
}
