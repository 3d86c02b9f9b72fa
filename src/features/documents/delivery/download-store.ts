import { sql } from 'drizzle-orm'
import { documentDownloads, documents } from '#features/documents/table.ts'
import type { Database } from '#platform/postgres.ts'

/** The queries on the numbers of downloads. */
export function createDownloadStore(db: Database) {
  return {
    /** Adds numbers by document to a day and to the sums; documents that have gone meanwhile are left out. */
    async add(day: string, counted: ReadonlyMap<string, number>): Promise<void> {
      const rows = sql`SELECT * FROM jsonb_to_recordset(${JSON.stringify(
        [...counted].map(([id, number]) => ({ id, number })),
      )}::jsonb) AS counted(id uuid, number int)`
      await db.transaction(async (transaction) => {
        await transaction.execute(sql`
          INSERT INTO ${documentDownloads} (document_id, day, downloads)
          SELECT counted.id, ${day}::date, counted.number FROM (${rows}) AS counted
          JOIN ${documents} ON ${documents.id} = counted.id
          ON CONFLICT (document_id, day) DO UPDATE SET downloads = ${documentDownloads}.downloads + excluded.downloads`)
        await transaction.execute(sql`
          UPDATE ${documents} SET total_downloads = total_downloads + counted.number
          FROM (${rows}) AS counted WHERE ${documents.id} = counted.id`)
      })
    },
  }
}
