import { sql } from 'drizzle-orm'
import type { BackupPart, FindDeleted } from '#feature.ts'
import { removeDeleted, takeOver } from '#platform/database/restored-rows.ts'
import { reportLinks, reportMails } from './table.ts'

/** Links and mails that somebody ended since stay ended, and no report is sent for a time that has passed. */
export function createReportBackup(findDeleted: FindDeleted): BackupPart {
  return {
    compared: ['report_links', 'report_mails'],
    async keep(transaction, { sendsAgain }) {
      for (const table of [reportLinks, reportMails]) {
        await removeDeleted(transaction, table, findDeleted)
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
