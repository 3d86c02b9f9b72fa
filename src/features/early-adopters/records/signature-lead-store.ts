import { and, asc, eq, inArray, isNull, not, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { MailConditions } from '#features/early-adopters/ports.ts'
import { earlyAdopters } from '#features/early-adopters/table.ts'
import type { Database } from '#platform/postgres.ts'
import { emailKeyOf } from '#shared/email-address.ts'
import { badgeLeads } from './badge-lead-store.ts'

const { id, name, email, emailKey, language, segment, consentWithdrawnAt } = earlyAdopters

/** The queries on leads for signatures, in the caller's transaction. */
export function createSignatureLeads({ isSuppressed }: Pick<MailConditions, 'isSuppressed'>) {
  const mayBeWritten = (db: Database) => and(isNull(consentWithdrawnAt), not(isSuppressed(db, emailKey)))
  const { exists, isFound, findNames, countSegment, nextOfSegment, bringBack } = badgeLeads
  return {
    ...{ exists, isFound, findNames, countSegment, nextOfSegment, bringBack },

    /** The leads of these ids, whom nobody else changes until the transaction ends; always locked in the same order. */
    async lock(db: Database, ids: readonly string[]) {
      return db
        .select({
          ...{ id, name, email, language, segment },
          isReachable: sql<boolean>`(${mayBeWritten(db)})`,
        })
        .from(earlyAdopters)
        .where(inArray(id, [...ids]))
        .orderBy(asc(id))
        .for('no key update')
    },

    async findByAddress(db: Database, address: string): Promise<string | undefined> {
      const [row] = await db
        .select({ id })
        .from(earlyAdopters)
        .where(eq(emailKey, emailKeyOf(address)))
      return row?.id
    },

    /** The condition that a column names a lead whom mails may be sent to that they did not ask for. */
    isReachable: (db: Database, leadId: AnyPgColumn) =>
      inArray(leadId, db.select({ id }).from(earlyAdopters).where(mayBeWritten(db))),

    async noteContact(db: Database, leadId: string, at: Date): Promise<void> {
      await db.update(earlyAdopters).set({ lastContactAt: at }).where(eq(id, leadId))
    },
  }
}
