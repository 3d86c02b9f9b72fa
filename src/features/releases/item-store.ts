import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import type { ReleaseItem } from './contract.ts'
import { releaseItems } from './table.ts'

export type ReleaseItemRow = typeof releaseItems.$inferSelect

/** The queries on the texts of releases. */
export function createReleaseItemStore(db: Database) {
  return {
    /** Replaces the texts of a release. */
    async replace(releaseId: string, items: readonly ReleaseItem[]): Promise<void> {
      await db.delete(releaseItems).where(eq(releaseItems.releaseId, releaseId))
      await db
        .insert(releaseItems)
        .values(items.map(({ key, language, version }) => ({ releaseId, key, language, version })))
    },

    async setPrevious({ releaseId, key, language, previousVersion }: ReleaseItemRow): Promise<void> {
      await db
        .update(releaseItems)
        .set({ previousVersion })
        .where(
          and(
            eq(releaseItems.releaseId, releaseId),
            eq(releaseItems.key, key),
            eq(releaseItems.language, language),
          ),
        )
    },

    async list(ids: string[]): Promise<ReleaseItemRow[]> {
      if (ids.length === 0) return []
      return db
        .select()
        .from(releaseItems)
        .where(inArray(releaseItems.releaseId, ids))
        .orderBy(asc(releaseItems.key), asc(releaseItems.language))
    },
  }
}
