import { and, asc, desc, eq } from 'drizzle-orm'
import type { MailQuery } from '#features/mail/contract.ts'
import { mailEvents, mails, trackingEvents } from '#features/mail/table.ts'
import { matchesSearch } from '#platform/database/search-text.ts'
import type { Database } from '#platform/postgres.ts'
import { searchWordsOf } from '#shared/search/words.ts'

export type MailRow = typeof mails.$inferSelect

/** The queries on stored mails. Give it a transaction to make several of them one. */
export function createMailStore(db: Database) {
  return {
    async find(id: string): Promise<MailRow | undefined> {
      const [row] = await db.select().from(mails).where(eq(mails.id, id))
      return row
    },

    async findByCause(cause: string): Promise<MailRow | undefined> {
      const [row] = await db.select().from(mails).where(eq(mails.cause, cause))
      return row
    },

    /** Mails, newest first. Without `searchesAddresses`, only names are searched. */
    async list(
      { search, status, kind, campaign_id, lead_id, limit, offset }: MailQuery,
      visible: { searchesAddresses: boolean },
    ) {
      const condition = and(
        status && eq(mails.status, status),
        kind && eq(mails.kind, kind),
        campaign_id ? eq(mails.campaignId, campaign_id) : undefined,
        lead_id ? eq(mails.leadId, lead_id) : undefined,
        ...matchesSearch(mails.searchText, searchWordsOf(search ?? ''), visible),
      )
      const [rows, total] = await Promise.all([
        db
          .select()
          .from(mails)
          .where(condition)
          .orderBy(desc(mails.createdAt), desc(mails.id))
          .limit(limit)
          .offset(offset),
        db.$count(mails, condition),
      ])
      return { rows, total }
    },

    listEvents: (mailId: string) =>
      db.select().from(mailEvents).where(eq(mailEvents.mailId, mailId)).orderBy(asc(mailEvents.at)),

    listTrackingEvents: (mailId: string) =>
      db
        .select()
        .from(trackingEvents)
        .where(eq(trackingEvents.mailId, mailId))
        .orderBy(asc(trackingEvents.at)),
  }
}
