import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

interface OpenDays {
  from?: string | undefined
  to?: string | undefined
  timeZone: string
}

/** The day of a moment in a time zone, as a date. */
export const dayOf = (moment: SQLWrapper, timeZone: string): SQL =>
  sql`(${moment} AT TIME ZONE ${timeZone})::date`

/** That a moment is within days, both included, of which either may be missing. An index on the moment serves it. */
export function isWithin(moment: SQLWrapper, { from, to, timeZone }: OpenDays): SQL {
  const conditions = [
    ...(from ? [sql`${moment} >= ${from}::date::timestamp AT TIME ZONE ${timeZone}`] : []),
    ...(to ? [sql`${moment} < (${to}::date + 1)::timestamp AT TIME ZONE ${timeZone}`] : []),
  ]
  return sql.join([sql`true`, ...conditions], sql` AND `)
}
