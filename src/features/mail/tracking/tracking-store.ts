import { asc, eq, inArray } from 'drizzle-orm'
import { mails, trackingEvents } from '#features/mail/table.ts'
import type { Database } from '#platform/postgres.ts'

type MailRow = typeof mails.$inferSelect
type EventRow = typeof trackingEvents.$inferSelect

/** The queries on opens and clicks. Give it a transaction to make several of them one. */
export function createTrackingStore(db: Database) {
  return {
    /** The mail, which nobody else changes until the transaction ends. */
    async lockMail(id: string): Promise<MailRow | undefined> {
      const [mail] = await db.select().from(mails).where(eq(mails.id, id)).for('update')
      return mail
    },

    /** Where the tracked links of a mail lead, in order. */
    async findLinks(id: string): Promise<string[] | undefined> {
      const [mail] = await db.select({ links: mails.links }).from(mails).where(eq(mails.id, id))
      return mail?.links
    },

    /** The first events of a mail. */
    listEvents: (mailId: string, limit: number): Promise<EventRow[]> =>
      db
        .select()
        .from(trackingEvents)
        .where(eq(trackingEvents.mailId, mailId))
        .orderBy(asc(trackingEvents.at))
        .limit(limit),

    async insertEvent(event: typeof trackingEvents.$inferInsert): Promise<EventRow> {
      const [added] = await db.insert(trackingEvents).values(event).returning()
      if (!added) throw new Error('a tracking event was inserted but not returned')
      return added
    },

    /** Marks events as caused by a machine that followed several links at once. */
    async markBurst(ids: string[]): Promise<void> {
      await db
        .update(trackingEvents)
        .set({ verdict: 'scanner', reason: 'burst' })
        .where(inArray(trackingEvents.id, ids))
    },

    async updateMail(
      id: string,
      changes: Pick<MailRow, 'openedAt' | 'openVerdict' | 'clickedAt' | 'clickVerdict'>,
    ): Promise<void> {
      await db.update(mails).set(changes).where(eq(mails.id, id))
    },
  }
}
