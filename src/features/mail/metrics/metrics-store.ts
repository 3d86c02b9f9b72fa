import { and, between, eq, sql } from 'drizzle-orm'
import type { MetricsQuery } from '#features/mail/contract.ts'
import { mailCounts } from '#features/mail/table.ts'
import type { Database } from '#platform/postgres.ts'

/** How often each event was counted. */
export type Events = Map<string, number>

const dimensions = ['day', 'campaign', 'kind', 'language', 'segment'] as const
export type Dimension = (typeof dimensions)[number]

/** The queries on the counts by day. */
export function createMetricsStore(db: Database) {
  return {
    /** Totals, counts by day and counts by each dimension, in one query. Returns a function of the dimension. */
    async read({ from, to, campaign, kind, language, segment }: MetricsQuery & { from: string; to: string }) {
      const where = and(
        between(mailCounts.day, from, to),
        campaign === undefined ? undefined : eq(mailCounts.campaign, campaign),
        kind && eq(mailCounts.kind, kind),
        language && eq(mailCounts.language, language),
        segment && eq(mailCounts.segment, segment),
      )
      const { event, total, ...columns } = mailCounts
      const sets = [sql`(${event})`, ...dimensions.map((dimension) => sql`(${columns[dimension]}, ${event})`)]
      const each = dimensions.map((dimension) => columns[dimension])
      const rows = await db
        .select({
          // One bit for each dimension, which is 0 for the dimension of the row.
          missing: sql<number>`grouping(${sql.join(each, sql`, `)})`,
          key: sql<string>`coalesce(${sql.join(
            each.map((column) => sql`${column}::text`),
            sql`, `,
          )}, '')`,
          event,
          total: sql<number>`sum(${total})::int`,
        })
        .from(mailCounts)
        .where(where)
        .groupBy(sql`GROUPING SETS (${sql.join(sets, sql`, `)})`)
      const all = 2 ** dimensions.length - 1
      return (dimension?: Dimension): Map<string, Events> => {
        const wanted = dimension ? all - 2 ** (dimensions.length - 1 - dimensions.indexOf(dimension)) : all
        const groups = new Map<string, Events>()
        for (const row of rows) {
          if (row.missing !== wanted) continue
          const events = groups.get(row.key) ?? new Map()
          groups.set(row.key, events.set(row.event, row.total))
        }
        return groups
      }
    },
  }
}
