import { and, desc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { SuppressionReason } from '#features/mail/contract.ts'
import { changeCounts, changeCountsOfAll } from '#features/mail/metrics/count-store.ts'
import { mailCounts, mails, suppressions } from '#features/mail/table.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'

const ownWishes: SuppressionReason[] = ['unsubscribed', 'withdrawn']

/** The mails to a person, and the suppression of their address at their own request. */
export function createPersonalMail(clock: Clock) {
  return {
    /** Every mail to a lead, newest first. */
    list: (db: Database, leadId: string) =>
      db.select().from(mails).where(eq(mails.leadId, leadId)).orderBy(desc(mails.createdAt)),

    /** The same for the export of personal data. */
    async describe(db: Database, leadId: string) {
      return (await this.list(db, leadId)).map((mail) => ({
        kind: mail.kind,
        address: mail.toEmail,
        status: mail.status,
        ordered_at: mail.createdAt.toISOString(),
        sent_at: mail.sentAt?.toISOString() ?? null,
        opened_at: mail.openedAt?.toISOString() ?? null,
        opened_by: mail.openVerdict,
        clicked_at: mail.clickedAt?.toISOString() ?? null,
        clicked_by: mail.clickVerdict,
      }))
    },

    /** Why an address is suppressed, if it is. */
    async findSuppression(db: Database, emailKey: string) {
      const [suppression] = await db.select().from(suppressions).where(eq(suppressions.emailKey, emailKey))
      return suppression ? { reason: suppression.reason, at: suppression.at.toISOString() } : null
    },

    /** Suppresses an address at its owner’s request. One that is suppressed already keeps its reason. */
    async suppress(db: Database, emailKey: string, reason: 'unsubscribed' | 'withdrawn'): Promise<void> {
      await db.insert(suppressions).values({ emailKey, reason, at: clock.now() }).onConflictDoNothing()
    },

    /** Lifts a suppression that the owner requested. Bounces and complaints stay. */
    async unsuppress(db: Database, emailKey: string): Promise<void> {
      await db
        .delete(suppressions)
        .where(and(eq(suppressions.emailKey, emailKey), inArray(suppressions.reason, ownWishes)))
    },

    /** Deletes a person's mails and the suppression of their address. Counts stay, and mails to user accounts. */
    async erase(tx: Database, { id, emailKey }: { id: string; emailKey: string }): Promise<void> {
      const isTheirs = and(isNull(mails.userId), eq(sql`lower(${mails.toEmail})`, emailKey))
      const gone = await tx
        .delete(mails)
        .where(or(eq(mails.leadId, id), isTheirs))
        .returning({
          status: mails.status,
          kind: mails.kind,
          campaignId: mails.campaignId,
          language: mails.language,
          segment: mails.segment,
        })
      // Waiting mails are never sent: the counts must not list them as waiting.
      const unsent = gone.filter(({ status }) => status === 'queued' || status === 'sending')
      await changeCountsOfAll(tx, unsent, { at: clock.now(), event: 'suppressed' })
      await tx.delete(suppressions).where(eq(suppressions.emailKey, emailKey))
    },

    /** A mail; undefined once it was erased. */
    async find(db: Database, id: string) {
      const [mail] = await db.select().from(mails).where(eq(mails.id, id))
      return mail
    },

    /** Counts an unsubscription against the mail that it came from. */
    countUnsubscribe: (db: Database, mail: typeof mails.$inferSelect) =>
      changeCounts(db, mail, [{ at: clock.now(), event: 'unsubscribed', by: 1 }]),

    /** Deletes mails, with what was recorded about them, and counts that are older than their retention periods. */
    async deleteOld(db: Database, before: { mails: Date; counts: Date }): Promise<void> {
      await db.delete(mails).where(lt(mails.createdAt, before.mails))
      await db.delete(mailCounts).where(lt(mailCounts.day, before.counts.toISOString().slice(0, 10)))
    },
  }
}
export type PersonalMail = ReturnType<typeof createPersonalMail>
