import { and, asc, gt, inArray, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { isUnended, type SignatureRow } from '#features/signatures/store.ts'
import { signatures } from '#features/signatures/table.ts'
import type { Database } from '#platform/postgres.ts'

/** When reminders are due. */
export interface ReminderTime {
  now: Date
  /** How many hours before the end of a link. */
  hours: number
}

/** Whether a signature is to be reminded of: its link ends soon, and was sent longer before its end than that. */
function isToBeReminded({ now, hours }: ReminderTime): SQL | undefined {
  const before = sql`make_interval(hours => ${hours}::integer)`
  return and(
    isUnended,
    isNull(signatures.activatedAt),
    isNull(signatures.remindedAt),
    gt(signatures.expiresAt, now),
    lte(signatures.expiresAt, sql`${now}::timestamptz + ${before}`),
    lt(signatures.invitedAt, sql`${signatures.expiresAt} - ${before}`),
  )
}

/** Whether reminders are due, by a condition that admits leads. With 0 hours none ever is. */
export function someAreToBeReminded(time: ReminderTime, isReachable: (leadId: AnyPgColumn) => SQL): SQL {
  if (time.hours === 0) return sql`false`
  const wanted = and(isToBeReminded(time), isReachable(signatures.leadId))
  return sql`EXISTS (SELECT FROM ${signatures} WHERE ${wanted})`
}

/** The queries on signatures whose holders are to be reminded, in the caller's transaction. */
export function createReminderStore(db: Database) {
  return {
    /** The leads of the next signatures to be reminded of. */
    async listToRemind(
      time: ReminderTime,
      isReachable: (leadId: AnyPgColumn) => SQL,
      limit: number,
    ): Promise<string[]> {
      const rows = await db
        .select({ leadId: signatures.leadId })
        .from(signatures)
        .where(and(isToBeReminded(time), isReachable(signatures.leadId)))
        .orderBy(asc(signatures.expiresAt), asc(signatures.id))
        .limit(limit)
      return rows.flatMap(({ leadId }) => leadId ?? [])
    },

    /** Locks those of the signatures of leads that are still to be reminded of. */
    lockToRemind: (time: ReminderTime, leadIds: readonly string[]): Promise<SignatureRow[]> =>
      db
        .select()
        .from(signatures)
        .where(and(isToBeReminded(time), inArray(signatures.leadId, [...leadIds])))
        .orderBy(asc(signatures.id))
        .for('update'),
  }
}
