import { sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'

/** How publishing goes. */
export interface PublishingState {
  /** Since when the post that has waited longest should have been published; 0 when none is due. */
  oldestDueSeconds: number
  /** Posts about which a person has to decide. */
  failed: number
  /** Accounts that a person has to connect again. */
  brokenAccounts: number
}

/** Reads how publishing goes. */
export async function readPublishingState(db: Database, now: Date): Promise<PublishingState> {
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = await db.execute<Record<keyof PublishingState, string>>(sql`
    SELECT
      (SELECT coalesce(extract(epoch FROM ${at} - min(due_at)), 0) FROM social_posts
        WHERE status IN ('scheduled', 'publishing') AND stage <> 'handed_over' AND due_at < ${at}) AS "oldestDueSeconds",
      (SELECT count(*) FROM social_posts WHERE status = 'failed') AS failed,
      (SELECT count(*) FROM social_accounts WHERE fault IS NOT NULL AND disconnected_at IS NULL) AS "brokenAccounts"`)
  const [row] = rows
  return {
    oldestDueSeconds: Number(row?.oldestDueSeconds ?? 0),
    failed: Number(row?.failed ?? 0),
    brokenAccounts: Number(row?.brokenAccounts ?? 0),
  }
}
