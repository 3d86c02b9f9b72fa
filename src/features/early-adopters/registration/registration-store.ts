import { and, asc, desc, eq, gt, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { EarlyAdopterRow } from '#features/early-adopters/store.ts'
import { confirmationQueue, earlyAdopters, leadEnquiries } from '#features/early-adopters/table.ts'
import type { Database } from '#platform/postgres.ts'

const { repeatedAt, repeatAnsweredAt } = earlyAdopters
const isUnanswered = gt(repeatedAt, sql`coalesce(${repeatAnsweredAt}, '-infinity')`)

/** Whether a confirmation, an answer to a repeated registration or a mail to the team is due. */
export const hasDueMails = (): SQL =>
  sql`EXISTS (SELECT FROM ${confirmationQueue}) OR EXISTS (SELECT FROM ${earlyAdopters} WHERE ${isUnanswered})
    OR EXISTS (SELECT FROM ${leadEnquiries} WHERE ${leadEnquiries.isWaiting})`

/** A later enquiry, and the lead who sent it. */
export interface EnquiryOfLead {
  enquiry: typeof leadEnquiries.$inferSelect
  lead: EarlyAdopterRow
}

/** The queries on registrations whose mails are due. Give it a transaction to make several of them one. */
export function createRegistrationStore(db: Database) {
  const idIn = (ids: string[]) => inArray(earlyAdopters.id, ids)

  return {
    /** When the newest lead in the queue was registered. */
    async findNewestQueued(): Promise<Date | null> {
      const { position, registeredAt } = confirmationQueue
      const [newest] = await db
        .select({ at: registeredAt })
        .from(confirmationQueue)
        .orderBy(desc(position))
        .limit(1)
      return newest?.at ?? null
    },

    /** Takes the oldest out of the queue, until the transaction ends, and skips those that another process has taken. */
    async takeQueued(limit: number): Promise<EarlyAdopterRow[]> {
      const queued = db
        .select({ position: confirmationQueue.position })
        .from(confirmationQueue)
        .orderBy(asc(confirmationQueue.position))
        .limit(limit)
        .for('update', { skipLocked: true })
      const taken = await db
        .delete(confirmationQueue)
        .where(inArray(confirmationQueue.position, queued))
        .returning({ id: confirmationQueue.leadId })
      if (taken.length === 0) return []
      return db
        .select()
        .from(earlyAdopters)
        .where(idIn(taken.map(({ id }) => id)))
        .orderBy(asc(earlyAdopters.createdAt))
    },

    /** Takes the leads who registered again and were not sent a notice, the earliest first. */
    async takeRepeated(limit: number): Promise<EarlyAdopterRow[]> {
      const rows = await db
        .select()
        .from(earlyAdopters)
        .where(isUnanswered)
        .orderBy(asc(repeatedAt))
        .limit(limit)
        .for('update', { skipLocked: true })
      if (rows.length === 0) return rows
      await db
        .update(earlyAdopters)
        .set({ repeatAnsweredAt: repeatedAt })
        .where(idIn(rows.map(({ id }) => id)))
      return rows
    },

    /** Takes the later enquiries of which the team was not told, the earliest first. */
    async takeEnquiries(limit: number): Promise<EnquiryOfLead[]> {
      const rows = await db
        .select({ enquiry: leadEnquiries, lead: earlyAdopters })
        .from(leadEnquiries)
        .innerJoin(earlyAdopters, eq(earlyAdopters.id, leadEnquiries.leadId))
        .where(sql`${leadEnquiries.isWaiting}`)
        .orderBy(asc(leadEnquiries.sentAt))
        .limit(limit)
        .for('update', { of: leadEnquiries, skipLocked: true })
      const ids = rows.map(({ enquiry }) => enquiry.id)
      if (ids.length > 0)
        await db.update(leadEnquiries).set({ isWaiting: false }).where(inArray(leadEnquiries.id, ids))
      return rows
    },

    /** Records that these addresses registered again, except those that were sent a notice since a time. */
    async noteRepeats(emailKeys: string[], { now, since }: { now: Date; since: Date }): Promise<void> {
      const isDue = or(isNull(repeatAnsweredAt), lt(repeatAnsweredAt, since))
      await db
        .update(earlyAdopters)
        .set({ repeatedAt: now, lastContactAt: now })
        .where(and(inArray(earlyAdopters.emailKey, emailKeys), isDue))
    },
  }
}
