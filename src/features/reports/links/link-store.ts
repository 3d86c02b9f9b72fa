import { and, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import { reportLinks } from '#features/reports/table.ts'
import type { Database } from '#platform/postgres.ts'

export type LinkRow = typeof reportLinks.$inferSelect

/** The queries on shared links. Give it a transaction to make several of them one. */
export function createLinkStore(db: Database) {
  return {
    /** Locks the number of links until the transaction ends. */
    async lock(): Promise<void> {
      await db.execute(sql`SELECT pg_advisory_xact_lock(hashtext('report links'))`)
    },

    countValid: (now: Date): Promise<number> => db.$count(reportLinks, gt(reportLinks.expiresAt, now)),

    async insert(link: typeof reportLinks.$inferInsert): Promise<LinkRow> {
      const [added] = await db.insert(reportLinks).values(link).returning()
      if (!added) throw new Error('a link was inserted but not returned')
      return added
    },

    /** All links, newest first. */
    list: (): Promise<LinkRow[]> =>
      db.select().from(reportLinks).orderBy(desc(reportLinks.createdAt), desc(reportLinks.id)),

    async findValid(tokenHash: string, now: Date): Promise<LinkRow | undefined> {
      const [link] = await db
        .select()
        .from(reportLinks)
        .where(and(eq(reportLinks.tokenHash, tokenHash), gt(reportLinks.expiresAt, now)))
      return link
    },

    async findById(id: string): Promise<LinkRow | undefined> {
      const [link] = await db.select().from(reportLinks).where(eq(reportLinks.id, id))
      return link
    },

    /** Records a use, unless one was recorded since a moment. */
    async touch(id: string, now: Date, since: Date): Promise<void> {
      const isDue = or(isNull(reportLinks.lastUsedAt), lt(reportLinks.lastUsedAt, since))
      await db
        .update(reportLinks)
        .set({ lastUsedAt: now })
        .where(and(eq(reportLinks.id, id), isDue))
    },

    /** Returns whether there was such a link. */
    async remove(id: string): Promise<boolean> {
      return (await db.delete(reportLinks).where(eq(reportLinks.id, id)).returning()).length > 0
    },

    async removeExpiredBefore(moment: Date): Promise<void> {
      await db.delete(reportLinks).where(lt(reportLinks.expiresAt, moment))
    },
  }
}
