import { sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import { monthOf } from '#shared/time/days.ts'

/** The tables with a partition for each month. */
const tables = ['analytics_views', 'analytics_visits', 'analytics_events'] as const

const partitionOf = (table: string, month: string) =>
  sql.identifier(`${table}_${month.slice(0, 7).replace('-', '_')}`)

/** The partitions of the tables of views and visits. */
export function createPartitionStore(db: Database) {
  return {
    /** Creates the partitions of a month that are not there yet. */
    async create(month: string): Promise<void> {
      for (const table of tables) {
        await db.execute(
          sql`CREATE TABLE IF NOT EXISTS ${partitionOf(table, month)} PARTITION OF ${sql.identifier(table)}
            FOR VALUES FROM (${sql.raw(`'${month}'`)}) TO (${sql.raw(`'${monthOf(month, 1)}'`)})`,
        )
      }
    },

    /** Deletes what is of earlier days: whole partitions, and rows of the month of that day. */
    async deleteBefore(day: string): Promise<void> {
      const { rows } = await db.execute<{ name: string; month: string }>(
        sql`SELECT relname AS name, replace(right(relname, 7), '_', '-') || '-01' AS month
          FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
          WHERE inhparent IN (${sql.join(
            tables.map((table) => sql`${table}::regclass`),
            sql`, `,
          )})`,
      )
      for (const { name, month } of rows)
        if (monthOf(month, 1) <= monthOf(day)) await db.execute(sql`DROP TABLE ${sql.identifier(name)}`)
      for (const table of tables)
        await db.execute(
          sql`DELETE FROM ${sql.identifier(table)} WHERE month = ${monthOf(day)} AND day < ${day}`,
        )
    },
  }
}
