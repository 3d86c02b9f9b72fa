import { and, count, desc, eq, ilike, inArray } from 'drizzle-orm'
import type { MailKind, Suppression, SuppressionQuery, SuppressionReason } from '#features/mail/contract.ts'
import { liftableReasons, reasonsAgainst } from '#features/mail/model.ts'
import { suppressions } from '#features/mail/table.ts'
import type { Clock } from '#platform/clock.ts'
import { containing } from '#platform/like-pattern.ts'
import type { Database } from '#platform/postgres.ts'
import { emailKeyOf } from '#shared/email-address.ts'
import { Problem } from '#shared/problem.ts'

/** Suppressed addresses: they get no mails, or only those that they ask for. */
export function createSuppressions({ db, clock }: { db: Database; clock: Clock }) {
  return {
    /** Suppresses an address. A reason that is stored already stays as it is. */
    async suppress(reason: SuppressionReason, email: string): Promise<void> {
      await db
        .insert(suppressions)
        .values({ emailKey: emailKeyOf(email), reason, at: clock.now() })
        .onConflictDoNothing()
    },

    /** Whether an address is suppressed for a kind of mail. */
    async isSuppressed(kind: MailKind, email: string): Promise<boolean> {
      const reasons = reasonsAgainst(kind)
      if (reasons.length === 0) return false
      const rows = await db
        .select({ reason: suppressions.reason })
        .from(suppressions)
        .where(and(eq(suppressions.emailKey, emailKeyOf(email)), inArray(suppressions.reason, [...reasons])))
        .limit(1)
      return rows.length > 0
    },

    /** The suppressed addresses, newest first. */
    async list({ search, reason, limit, offset }: SuppressionQuery) {
      const condition = and(
        reason && eq(suppressions.reason, reason),
        search ? ilike(suppressions.emailKey, containing(search)) : undefined,
      )
      const [rows, totals] = await Promise.all([
        db
          .select()
          .from(suppressions)
          .where(condition)
          .orderBy(desc(suppressions.at), suppressions.emailKey)
          .limit(limit)
          .offset(offset),
        db.select({ total: count() }).from(suppressions).where(condition),
      ])
      const items = rows.map(
        ({ emailKey, reason, at }): Suppression => ({
          email: emailKey,
          reason,
          at: at.toISOString(),
          can_lift: liftableReasons.includes(reason),
        }),
      )
      return { items, total: totals[0]?.total ?? 0 }
    },

    /**
     * Removes a suppression. @throws {Problem} 404 when there is none, 409 when the owner of the address
     * requested it: only they can lift it.
     */
    async unsuppress(email: string): Promise<void> {
      const ofAddress = eq(suppressions.emailKey, emailKeyOf(email))
      const lifted = await db
        .delete(suppressions)
        .where(and(ofAddress, inArray(suppressions.reason, [...liftableReasons])))
        .returning()
      if (lifted.length > 0) return
      if ((await db.$count(suppressions, ofAddress)) > 0) throw new Problem('mail_stop_theirs', 409)
      throw new Problem('suppression_not_found', 404)
    },
  }
}
export type Suppressions = ReturnType<typeof createSuppressions>
