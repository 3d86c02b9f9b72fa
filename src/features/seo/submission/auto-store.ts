import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'

/** How long nothing may have been published before changes are submitted by themselves, in milliseconds. */
export const quietTime = 60_000

const at = (time: Date) => sql`${time.toISOString()}::timestamptz`
const waited = (now: Date) => at(new Date(now.getTime() - quietTime))

/** The queries on which revision of the site was submitted by itself. */
export function createAutoStore(db: Database) {
  return {
    /** Whether there is a revision that was not seen yet, or one that nothing followed for a while. */
    hasWork: (now: Date): SQL =>
      sql`EXISTS (SELECT FROM site_revision site LEFT JOIN seo_auto_submission seen ON true
        WHERE seen.id IS NULL OR seen.revision <> site.revision
          OR (seen.submitted <> seen.revision AND seen.seen_at <= ${waited(now)}))`,

    /** Notes the present revision; returns it when it is to be submitted: nothing has followed it for a while. */
    async note(now: Date): Promise<number | undefined> {
      const { rows } = await db.execute<{ revision: string; isDue: boolean }>(sql`
        INSERT INTO seo_auto_submission AS seen (id, revision, seen_at, submitted)
        SELECT 1, revision, ${at(now)}, -1 FROM site_revision
        ON CONFLICT (id) DO UPDATE SET revision = excluded.revision,
          seen_at = CASE WHEN seen.revision = excluded.revision THEN seen.seen_at ELSE excluded.seen_at END
        RETURNING revision, submitted <> revision AND seen_at <= ${waited(now)} AS "isDue"`)
      const [row] = rows
      return row?.isDue ? Number(row.revision) : undefined
    },

    /** Notes that the changes of a revision wait to be sent. */
    async markSubmitted(revision: number): Promise<void> {
      await db.execute(sql`UPDATE seo_auto_submission SET submitted = ${revision}`)
    },
  }
}
