import { sql } from 'drizzle-orm'
import type { PlatformId } from '#features/social/contract.ts'
import type { PostFigures } from '#features/social/platforms/platform.ts'
import type { Database } from '#platform/postgres.ts'

/** A published post whose figures are to be read. */
export interface CountedPost {
  id: string
  platform: PlatformId
  accountId: string
  publishedId: string
  publishedUrl: string | null
}

/** The queries on the figures of published posts. */
export function createFiguresStore(db: Database) {
  return {
    /**
     * Posts of the last month whose figures are old: of an hour at first, of a tenth of the post's age later. Those that have waited for
     * longest come first.
     */
    async listStale(now: Date, most: number): Promise<CountedPost[]> {
      const at = sql`${now.toISOString()}::timestamptz`
      const { rows } = await db.execute<CountedPost & Record<string, unknown>>(sql`
        SELECT post.id, post.platform, post.account_id AS "accountId", post.published_id AS "publishedId",
          post.published_url AS "publishedUrl"
        FROM social_posts post JOIN social_accounts account ON account.id = post.account_id
        WHERE post.status = 'published' AND post.published_id IS NOT NULL AND post.removed_at IS NULL AND account.disconnected_at IS NULL
          AND account.fault IS NULL AND account.mode = 'automatic' AND post.published_at > ${at} - interval '30 days'
          AND (post.figures_at IS NULL
            OR post.figures_at < ${at} - greatest(interval '1 hour', (${at} - post.published_at) / 10))
        ORDER BY post.figures_at NULLS FIRST LIMIT ${most}`)
      return rows
    },

    /** Stores figures; undefined only notes that they were asked for. */
    async store(id: string, figures: PostFigures | undefined, now: Date): Promise<void> {
      await db.execute(sql`
        UPDATE social_posts SET figures_at = ${now.toISOString()}::timestamptz,
          figures = coalesce(${figures === undefined ? null : JSON.stringify(figures)}::jsonb, figures)
        WHERE id = ${id}`)
    },
  }
}
