import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import { auditEntries, auditHead, auditLinks, auditQueue } from '#features/audit/table.ts'
import type { Database } from '#platform/postgres.ts'

export type EntryRow = typeof auditEntries.$inferSelect
export type LinkRow = typeof auditLinks.$inferSelect
export type HeadRow = typeof auditHead.$inferSelect

/** A condition that holds while entries wait to be chained. */
export const isAnyUnchained = sql`EXISTS (SELECT FROM ${auditQueue})`

/** The queries on the chain of the audit log. */
export function createChainStore(db: Database) {
  return {
    async getHead(): Promise<HeadRow> {
      const [head] = await db.select().from(auditHead)
      if (!head) throw new Error('the head of the audit log is missing')
      return head
    },

    /** The head, locked until the end of the transaction; none while another process holds it. */
    async lockHead(): Promise<HeadRow | undefined> {
      const [head] = await db.select().from(auditHead).for('update', { skipLocked: true })
      return head
    },

    async updateHead(change: Partial<Omit<HeadRow, 'id'>>): Promise<void> {
      await db.update(auditHead).set(change)
    },

    /** Entries that are not chained yet, in the order in which they were written. */
    async listUnchained(limit: number): Promise<EntryRow[]> {
      const rows = await db
        .select({ entry: auditEntries })
        .from(auditQueue)
        .innerJoin(auditEntries, eq(auditEntries.id, auditQueue.entryId))
        .orderBy(asc(auditQueue.entryId))
        .limit(limit)
      return rows.map(({ entry }) => entry)
    },

    /** How many entries are not chained yet. */
    countUnchained: () => db.$count(auditQueue),

    /** Adds links, and takes their entries from the queue. */
    async insert(links: LinkRow[]): Promise<void> {
      await db.insert(auditLinks).values(links)
      const ids = links.map(({ entryId }) => entryId)
      await db.delete(auditQueue).where(inArray(auditQueue.entryId, ids))
    },

    async findHash(position: number): Promise<Buffer | undefined> {
      const [link] = await db
        .select({ hash: auditLinks.hash })
        .from(auditLinks)
        .where(eq(auditLinks.position, position))
      return link?.hash
    },

    /** Links after a position up to another, with their entries; null for one that is missing. */
    list: (after: number, upTo: number, limit: number) =>
      db
        .select({ link: auditLinks, entry: auditEntries })
        .from(auditLinks)
        .leftJoin(auditEntries, eq(auditEntries.id, auditLinks.entryId))
        .where(and(gt(auditLinks.position, after), lte(auditLinks.position, upTo)))
        .orderBy(asc(auditLinks.position))
        .limit(limit),
  }
}
