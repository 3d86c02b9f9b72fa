import { sql } from 'drizzle-orm'
import type { BackupPart, FindDeleted } from '#feature.ts'
import { existsBefore, rowsOfNow, takeOver } from '#platform/database/restored-rows.ts'
import type { Database } from '#platform/postgres.ts'
import { reportLinks, reportMails } from './table.ts'

/** Links and mails that somebody ended since stay ended, and no report is sent for a time that has passed. */
export function createReportBackup(findDeleted: FindDeleted): BackupPart {
  async function removeDeleted(transaction: Database, table: typeof reportLinks | typeof reportMails) {
    const name = table === reportLinks ? 'report_links' : 'report_mails'
    const { rows } = await transaction.execute<{ id: string }>(
      sql`SELECT now.id FROM ${rowsOfNow(table)} WHERE NOT ${existsBefore(table)}`,
    )
    const ids = rows.map(({ id }) => id)
    const deleted = await findDeleted(transaction, name, ids)
    await transaction.execute(sql`DELETE FROM ${table} WHERE id = ANY (${sql.param(deleted)}::uuid[])`)
  }

  return {
    compared: ['report_links', 'report_mails'],
    async keep(transaction, { sendsAgain }) {
      for (const table of [reportLinks, reportMails]) {
        await removeDeleted(transaction, table)
        await takeOver(transaction, table)
      }
      if (sendsAgain) return
      await transaction.execute(sql`
        UPDATE report_mails SET due_at = (
          SELECT min(morning) FROM generate_series(due_at, now() + interval '1 month',
            CASE cadence WHEN 'weekly' THEN interval '1 week' ELSE interval '1 month' END) AS morning
          WHERE morning > now()
        ) WHERE due_at <= now()`)
    },
  }
}
