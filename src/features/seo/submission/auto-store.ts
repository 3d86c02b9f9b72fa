import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'

/** How long nothing may have been published before changes are submitted by themselves, in milliseconds. */
const quietTime = 60_000

const at = (time: Date) => sql`${time.toISOString()}::timestamptz`
const isQuiet = (now: Date) => sql`changed_at <= ${at(new Date(now.getTime() - quietTime))}
  AND submitted_to IS DISTINCT FROM changed_at`

/** The queries on whether what has changed was submitted by itself. */
export function createAutoStore(db: Database) {
  return {
    never: sql`false`,
    always: sql`true`,

    /** Whether something has changed, and nothing since for a while. */
    hasWork: (now: Date): SQL => sql`EXISTS (SELECT FROM seo_auto_submission WHERE ${isQuiet(now)})`,

    /** Notes that something has changed: now, also when the clock was ahead the last time. */
    async noteChange(now: Date): Promise<void> {
      await db.execute(sql`
        INSERT INTO seo_auto_submission (id, changed_at) VALUES (1, ${at(now)})
        ON CONFLICT (id) DO UPDATE SET changed_at = excluded.changed_at`)
    },

    /** The time of the change that is to be submitted now, as it is stored; undefined when there is none. */
    async findDue(now: Date): Promise<string | undefined> {
      const { rows } = await db.execute<{ changed: string }>(
        sql`SELECT changed_at::text AS changed FROM seo_auto_submission WHERE ${isQuiet(now)}`,
      )
      return rows[0]?.changed
    },

    /** Notes that everything up to a change waits to be sent. */
    async markSubmitted(changed: string): Promise<void> {
      await db.execute(sql`UPDATE seo_auto_submission SET submitted_to = ${changed}::timestamptz`)
    },
  }
}
