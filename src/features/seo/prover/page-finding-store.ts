import { and, count, eq, inArray, isNull } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import { seoDismissals, seoFindings } from './table.ts'

/** Creates the function that counts what is wrong with pages and was not dismissed, by the path of the page. */
export function createPageFindings(db: Database) {
  return async (pages: readonly string[]): Promise<Map<string, { path: string; count: number }>> => {
    if (pages.length === 0) return new Map()
    const rows = await db
      .select({ page: seoFindings.page, path: seoFindings.path, count: count() })
      .from(seoFindings)
      .leftJoin(seoDismissals, eq(seoDismissals.findingId, seoFindings.id))
      .where(
        and(
          inArray(seoFindings.page, [...pages]),
          isNull(seoFindings.goneAt),
          isNull(seoDismissals.findingId),
        ),
      )
      .groupBy(seoFindings.page, seoFindings.path)
    return new Map(rows.map(({ page, ...found }) => [page, found]))
  }
}
