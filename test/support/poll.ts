import { sql } from 'drizzle-orm'
import type { Poller } from '#platform/poller.ts'
import type { Database } from '#platform/postgres.ts'

/** Polls as a running server does: only when the poller's condition holds. */
export async function pollIfDue(
  { isDue, poll }: Pick<Poller, 'isDue' | 'poll'>,
  { db, now }: { db: Database; now: Date },
): Promise<void> {
  if (isDue) {
    const { rows } = await db.execute<{ due: boolean }>(sql`SELECT ${isDue(now)} AS due`)
    if (!rows[0]?.due) return
  }
  await poll()
}
