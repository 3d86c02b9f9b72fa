import { eq, lt, type SQL, sql } from 'drizzle-orm'
import { earlyAdopters, erasedCohorts } from '#features/early-adopters/table.ts'
import type { Database } from '#platform/postgres.ts'
import type { Segment } from '#shared/segments.ts'
import type { Days } from '#shared/time/days.ts'

/** Those who registered on one day, and how many of them have come how far since. */
export type Cohort = typeof erasedCohorts.$inferSelect

/**
 * How far mails since a moment have come with each lead: a subquery with the columns `lead_id`, `opened` and `clicked`, in
 * which everybody is to whom a mail was sent.
 */
export type MailSteps = (since: Date) => SQL

/** Days in a time zone. */
interface CohortPeriod extends Days {
  timeZone: string
}

/** The queries on cohorts. */
export function createCohortStore(db: Database, mailSteps: MailSteps) {
  const { id, createdAt, segment, country } = earlyAdopters
  const dayIn = (timeZone: string) => sql`(${createdAt} AT TIME ZONE ${timeZone})::date`

  /** The cohorts of the leads that a condition lets through. */
  const cohortsOf = (condition: SQL, since: Date, timeZone: string) => sql`
    SELECT ${dayIn(timeZone)} AS day, ${segment} AS segment, coalesce(${country}, '') AS country,
      count(*)::integer AS registrations, count(steps.lead_id)::integer AS sent,
      (count(*) FILTER (WHERE steps.opened))::integer AS opened,
      (count(*) FILTER (WHERE steps.clicked))::integer AS clicked
    FROM ${earlyAdopters} LEFT JOIN ${mailSteps(since)} AS steps ON steps.lead_id = ${id}
    WHERE ${condition} GROUP BY 1, 2, 3`

  return {
    /** The cohorts of a period, those who were erased since included. */
    async list({ from, to, timeZone }: CohortPeriod): Promise<Cohort[]> {
      const start = sql`${from}::date::timestamp AT TIME ZONE ${timeZone}`
      const end = sql`(${to}::date + 1)::timestamp AT TIME ZONE ${timeZone}`
      // A mail to a lead is never older than the lead; a day more for any time zone.
      const since = new Date(Date.parse(from) - 86_400_000)
      const condition = sql`${createdAt} >= ${start} AND ${createdAt} < ${end}`
      const { rows } = await db.execute<Omit<Cohort, 'segment'> & { segment: Segment }>(sql`
        SELECT day::text AS day, segment, country, sum(registrations)::integer AS registrations,
          sum(sent)::integer AS sent, sum(opened)::integer AS opened, sum(clicked)::integer AS clicked
        FROM (${cohortsOf(condition, since, timeZone)} UNION ALL
          SELECT * FROM ${erasedCohorts} WHERE day BETWEEN ${from} AND ${to}) AS cohorts
        GROUP BY day, segment, country`)
      return rows
    },

    /** Counts a lead that is about to be erased. To be called before anything of the lead is deleted. */
    async keepCounts(leadId: string, registeredAt: Date, timeZone: string): Promise<void> {
      const known = erasedCohorts
      await db.execute(sql`
        INSERT INTO ${known} AS known (day, segment, country, registrations, sent, opened, clicked)
        ${cohortsOf(eq(id, leadId), registeredAt, timeZone)}
        ON CONFLICT (day, segment, country) DO UPDATE SET registrations = known.registrations + excluded.registrations,
          sent = known.sent + excluded.sent, opened = known.opened + excluded.opened,
          clicked = known.clicked + excluded.clicked`)
    },

    async deleteErasedBefore(day: string): Promise<void> {
      await db.delete(erasedCohorts).where(lt(erasedCohorts.day, day))
    },
  }
}
