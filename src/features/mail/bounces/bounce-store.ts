import { and, eq, gt, lt, notExists, sql } from 'drizzle-orm'
import type { MailRow } from '#features/mail/outbox/store.ts'
import { mailEvents, mails } from '#features/mail/table.ts'
import type { Database } from '#platform/postgres.ts'
import { emailKeyOf } from '#shared/email-address.ts'

/** The queries on returned mails. Give it a transaction to make several of them one. */
export function createBounceStore(db: Database) {
  return {
    /** The mail, locked until the transaction ends. */
    async lock(id: string): Promise<MailRow | undefined> {
      const [row] = await db.select().from(mails).where(eq(mails.id, id)).for('update')
      return row
    },

    async update(id: string, changes: Partial<Omit<MailRow, 'id' | 'number'>>): Promise<void> {
      await db.update(mails).set(changes).where(eq(mails.id, id))
    },

    async hasEvent(event: Pick<typeof mailEvents.$inferInsert, 'mailId' | 'kind' | 'response'>) {
      const { mailId, kind, response } = event
      const condition = and(
        eq(mailEvents.mailId, mailId),
        eq(mailEvents.kind, kind),
        eq(mailEvents.response, response),
      )
      return (await db.$count(mailEvents, condition)) > 0
    },

    async addEvent(event: typeof mailEvents.$inferInsert): Promise<void> {
      await db.insert(mailEvents).values(event)
    },

    /**
     * How many mails to an address have had a soft bounce since a moment and since the last mail that was delivered: one
     * that was sent before `settled` and has no bounce.
     */
    async countSoftBounces(
      email: string,
      { since, settled }: { since: Date; settled: Date },
    ): Promise<number> {
      const ofAddress = eq(sql`lower(${mails.toEmail})`, emailKeyOf(email))
      const bounced = db
        .select({ id: mailEvents.mailId })
        .from(mailEvents)
        .where(and(eq(mailEvents.mailId, mails.id), eq(mailEvents.kind, 'soft_bounce')))
      const [arrived] = await db
        .select({ at: sql<Date | null>`max(${mails.sentAt})`.mapWith(mails.sentAt) })
        .from(mails)
        .where(and(ofAddress, eq(mails.status, 'sent'), lt(mails.sentAt, settled), notExists(bounced)))
      const [counted] = await db
        .select({ total: sql<number>`count(DISTINCT ${mails.id})::int` })
        .from(mailEvents)
        .innerJoin(mails, eq(mails.id, mailEvents.mailId))
        .where(
          and(
            ofAddress,
            eq(mailEvents.kind, 'soft_bounce'),
            gt(mailEvents.at, since),
            arrived?.at ? gt(mails.sentAt, arrived.at) : undefined,
          ),
        )
      return counted?.total ?? 0
    },
  }
}
