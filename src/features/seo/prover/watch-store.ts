import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import { revisionNow } from '#platform/revision.ts'
import { seoPages, seoWatch } from './table.ts'

/** Whether something was published since pages were last compared, once all pages have been checked. */
export const someChangeIsUnknown = (): SQL =>
  sql`EXISTS (SELECT FROM seo_watch WHERE revision IS DISTINCT FROM ${revisionNow})
    AND EXISTS (SELECT FROM seo_checks WHERE kind = 'full' AND state = 'done')`

/** Whether the check of a night was not asked for; never without a night. */
export const nightIsUnknown = (night: string | undefined): SQL =>
  night === undefined
    ? sql`false`
    : sql`EXISTS (SELECT FROM seo_watch WHERE night IS DISTINCT FROM ${night}::date)`

/** The queries on what the site was like when it was last looked at. Give it a transaction to make several of them one. */
export function createWatchStore(db: Database) {
  return {
    /** Notes that the check of a night is asked for. Returns whether it was not yet. */
    async noteNight(night: string): Promise<boolean> {
      const noted = await db
        .update(seoWatch)
        .set({ night })
        .where(sql`night IS DISTINCT FROM ${night}::date`)
        .returning({ id: seoWatch.id })
      return noted.length > 0
    },

    /** The revision of the site now. The row of what is known is locked until the transaction ends. */
    async readRevision(): Promise<number> {
      const { rows } = await db.execute<{ revision: string }>(
        sql`SELECT ${revisionNow} AS revision FROM seo_watch FOR UPDATE`,
      )
      return Number(rows[0]?.revision ?? 0)
    },

    async noteRevision(revision: number): Promise<void> {
      await db.update(seoWatch).set({ revision })
    },

    /** What pages showed when they were last looked at, by address. */
    async listVersions(): Promise<Map<string, string>> {
      const rows = await db.select({ address: seoPages.address, version: seoPages.version }).from(seoPages)
      return new Map(rows.map(({ address, version }) => [address, version]))
    },
  }
}
