import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm'
import { reportMails } from '#features/reports/table.ts'
import type { Database } from '#platform/postgres.ts'

export type ReportMailRow = typeof reportMails.$inferSelect

/** Whether a report is to be sent. */
export const isReportDue = (now: Date): SQL =>
  sql`EXISTS (SELECT FROM ${reportMails} WHERE ${lte(reportMails.dueAt, now)})`

/** The queries on reports by mail. Give it a transaction to make several of them one. */
export function createReportMailStore(db: Database) {
  const own = (id: string, userId: string) => and(eq(reportMails.id, id), eq(reportMails.userId, userId))
  return {
    /** Locks the number of a user's reports until the transaction ends. */
    async lock(userId: string): Promise<void> {
      await db.execute(sql`SELECT pg_advisory_xact_lock(hashtext('report mails'), hashtext(${userId}))`)
    },

    count: (userId: string): Promise<number> => db.$count(reportMails, eq(reportMails.userId, userId)),

    async insert(row: typeof reportMails.$inferInsert): Promise<ReportMailRow> {
      const [added] = await db.insert(reportMails).values(row).returning()
      if (!added) throw new Error('a report was inserted but not returned')
      return added
    },

    /** The reports of a user, oldest first. */
    list: (userId: string): Promise<ReportMailRow[]> =>
      db
        .select()
        .from(reportMails)
        .where(eq(reportMails.userId, userId))
        .orderBy(asc(reportMails.createdAt), asc(reportMails.id)),

    async find(id: string, userId: string): Promise<ReportMailRow | undefined> {
      const [row] = await db.select().from(reportMails).where(own(id, userId))
      return row
    },

    /** Returns whether there was such a report. */
    async remove(id: string, userId: string): Promise<boolean> {
      return (await db.delete(reportMails).where(own(id, userId)).returning()).length > 0
    },

    /** Locks a report that is due until the transaction ends; undefined when there is none that no other process has. */
    async lockDue(now: Date): Promise<ReportMailRow | undefined> {
      const [row] = await db
        .select()
        .from(reportMails)
        .where(lte(reportMails.dueAt, now))
        .orderBy(asc(reportMails.dueAt))
        .limit(1)
        .for('update', { skipLocked: true })
      return row
    },

    async setDue(id: string, dueAt: Date): Promise<void> {
      await db.update(reportMails).set({ dueAt }).where(eq(reportMails.id, id))
    },
  }
}
