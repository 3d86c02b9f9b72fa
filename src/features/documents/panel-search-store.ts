import { inArray, isNull } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import type { DocumentRow } from './store.ts'
import { documents } from './table.ts'

/** The queries of the search box of the panel. */
export function createPanelSearchStore(db: Database) {
  return {
    /** All documents that are not in the bin, without their words. */
    listStates: () =>
      db
        .select({
          ...{ id: documents.id, language: documents.mappedLanguage },
          ...{ updatedAt: documents.updatedAt, version: documents.versionNumber },
        })
        .from(documents)
        .where(isNull(documents.deletedAt)),

    async findMany(ids: readonly string[]): Promise<Map<string, DocumentRow>> {
      if (ids.length === 0) return new Map()
      const rows = await db
        .select()
        .from(documents)
        .where(inArray(documents.id, [...ids]))
      return new Map(rows.map((row) => [row.id, row]))
    },
  }
}
