import { eq, lt, type SQL, sql } from 'drizzle-orm'
import type { MailSteps, SignatureSteps } from '#features/early-adopters/ports.ts'
import { earlyAdopters, erasedCohorts } from '#features/early-adopters/table.ts'
import { dayOf, isWithin } from '#platform/database/local-days.ts'
import { runWithMemory } from '#platform/database/work-memory.ts'
import type { Database } from '#platform/postgres.ts'
import type { LocalDays } from '#shared/time/timeline.ts'

type ErasedCohort = typeof erasedCohorts.$inferSelect

/** Those who registered on one day, and how many of them have come how far since. */
export interface Cohort extends ErasedCohort {
  /** How many are still under way at the furthest step that they have reached. */
  registered_under_way: number
  sent_under_way: number
  opened_under_way: number
  clicked_under_way: number
  started_under_way: number
  /** Whether they have been erased since: counts without rows. */
  is_erased: boolean
}

/** Since when mails can be to those who registered on a day or later: never before the lead; a day more for any time zone. */
export const mailsSince = (day: string): Date => new Date(Date.parse(day) - 86_400_000)

/** What the steps of 100,000 leads fit in; with the usual 4 MB they are sorted on the disk. */
const memory = '16MB'

/** What tells how far leads have come. */
export interface Steps {
  mail: MailSteps
  signatures: SignatureSteps
}

/** The queries on cohorts. */
export function createCohortStore(db: Database, { mail, signatures }: Steps) {
  const { id, createdAt, segment, country, emailKey, consentWithdrawnAt } = earlyAdopters
  const keys = (timeZone: string) => sql`
    ${dayOf(createdAt, timeZone)} AS day, ${segment} AS segment, coalesce(${country}, '') AS country`
  const counts = sql`count(*)::integer AS registrations, count(sent_at)::integer AS sent,
    count(opened_at)::integer AS opened, count(clicked_at)::integer AS clicked,
    count(started_at)::integer AS started, count(activated_at)::integer AS activated`
  // Who begins the form has followed the link of a mail, which is not tracked since it holds a token.
  const reached = sql`coalesce(steps.sent_at, signed.started_at) AS sent_at,
    coalesce(steps.opened_at, signed.started_at) AS opened_at,
    coalesce(steps.clicked_at, signed.started_at) AS clicked_at, signed.started_at, signed.activated_at`
  const leads = (since: Date) =>
    sql`${earlyAdopters} LEFT JOIN ${mail.ofLeads(since)} AS steps ON steps.lead_id = ${id}
      LEFT JOIN ${signatures.ofLeads()} AS signed ON signed.lead_id = ${id}`

  return {
    /**
     * The cohorts of a period, those who were erased since apart. Still under way are those who reached their furthest step after
     * a moment, and whom mails may still be sent to.
     */
    async list(period: LocalDays, stepsAfter: Date): Promise<Cohort[]> {
      const { from, to, timeZone } = period
      const underWay = (isFurthest: SQL) =>
        sql`(count(*) FILTER (WHERE is_under_way AND ${isFurthest}))::integer`
      // With OFFSET, whether somebody is under way is found once for each lead and not once for each count.
      const found = sql`
        SELECT ${keys(timeZone)}, ${reached},
          coalesce(signed.activated_at, signed.started_at, steps.clicked_at, steps.opened_at, steps.sent_at, ${createdAt}) > ${stepsAfter}::timestamptz
            AND ${consentWithdrawnAt} IS NULL AND NOT ${mail.isSuppressed(db, emailKey)} AS is_under_way
        FROM ${leads(mailsSince(from))} WHERE ${isWithin(createdAt, period)} OFFSET 0`
      return runWithMemory(db, memory, async (transaction) => {
        const { rows } = await transaction.execute<Record<string, unknown> & Cohort>(sql`
          SELECT day::text AS day, segment, country, ${counts},
            ${underWay(sql`sent_at IS NULL`)} AS registered_under_way,
            ${underWay(sql`sent_at IS NOT NULL AND opened_at IS NULL`)} AS sent_under_way,
            ${underWay(sql`opened_at IS NOT NULL AND clicked_at IS NULL`)} AS opened_under_way,
            ${underWay(sql`clicked_at IS NOT NULL AND started_at IS NULL`)} AS clicked_under_way,
            ${underWay(sql`started_at IS NOT NULL AND activated_at IS NULL`)} AS started_under_way,
            false AS is_erased
          FROM (${found}) AS found GROUP BY found.day, segment, country
          UNION ALL
          SELECT day::text, segment, country, registrations, sent, opened, clicked, started, activated,
            0, 0, 0, 0, 0, true
          FROM ${erasedCohorts} WHERE day BETWEEN ${from} AND ${to}`)
        return rows
      })
    },

    /** Counts a lead that is about to be erased. To be called before anything of the lead is deleted. */
    async keepCounts(leadId: string, registeredAt: Date, timeZone: string): Promise<void> {
      const known = erasedCohorts
      await db.execute(sql`
        INSERT INTO ${known} AS known
          (day, segment, country, registrations, sent, opened, clicked, started, activated)
        SELECT found.day, segment, country, ${counts} FROM (
          SELECT ${keys(timeZone)}, ${reached} FROM ${leads(registeredAt)} WHERE ${eq(id, leadId)}
        ) AS found GROUP BY 1, 2, 3
        ON CONFLICT (day, segment, country) DO UPDATE SET registrations = known.registrations + excluded.registrations,
          sent = known.sent + excluded.sent, opened = known.opened + excluded.opened,
          clicked = known.clicked + excluded.clicked, started = known.started + excluded.started,
          activated = known.activated + excluded.activated`)
    },

    async deleteErasedBefore(day: string): Promise<void> {
      await db.delete(erasedCohorts).where(lt(erasedCohorts.day, day))
    },
  }
}
