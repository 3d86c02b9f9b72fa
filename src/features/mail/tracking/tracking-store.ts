import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { campaignLinks, mails, trackingEvents } from '#features/mail/table.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import { hiddenLink } from './links.ts'

type MailRow = typeof mails.$inferSelect
type EventRow = typeof trackingEvents.$inferSelect

/** The queries on opens and clicks. Give it a transaction to make several of them one. */
export function createTrackingStore(db: Database) {
  return {
    /** The mail, locked until the transaction ends. */
    async lockMail(id: string): Promise<MailRow | undefined> {
      const [mail] = await db.select().from(mails).where(eq(mails.id, id)).for('update')
      return mail
    },

    /** Where the tracked links of a mail lead, in order: its own, else those of its campaign. */
    async findLinks(id: string): Promise<string[] | undefined> {
      const ofCampaign = and(
        eq(campaignLinks.campaignId, mails.campaignId),
        eq(campaignLinks.language, mails.language),
      )
      const [mail] = await db
        .select({ own: mails.links, shared: campaignLinks.links })
        .from(mails)
        .leftJoin(campaignLinks, ofCampaign)
        .where(eq(mails.id, id))
      return mail && mail.own.length > 0 ? mail.own : (mail?.shared ?? mail?.own)
    },

    /** Appends links to those of a campaign in a language; returns all of them. */
    async addCampaignLinks(campaignId: string, language: Language, links: string[]): Promise<string[]> {
      const added = sql`ARRAY(
        SELECT link FROM unnest(excluded.links) WITH ORDINALITY AS added (link, place)
        WHERE link <> ALL (${campaignLinks.links}) ORDER BY place)`
      const [row] = await db
        .insert(campaignLinks)
        .values({ campaignId, language, links })
        .onConflictDoUpdate({
          target: [campaignLinks.campaignId, campaignLinks.language],
          set: { links: sql`(${campaignLinks.links} || ${added})[1:${sql.raw(String(hiddenLink))}]` },
        })
        .returning()
      if (!row) throw new Error('the links of a campaign were stored but not returned')
      return row.links
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
