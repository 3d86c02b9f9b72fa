import { and, countDistinct, sql } from 'drizzle-orm'
import { documents } from '#features/documents/table.ts'
import type { Database } from '#platform/postgres.ts'
import { type DocumentAddress, isPublished } from './library-store.ts'

/** What documents are listed as: their family, or themselves. */
const group = sql<string>`coalesce(${documents.familyId}, ${documents.id})`

/** The queries on families and single documents that are public. */
export function createGroupStore(db: Database) {
  return {
    /** How many families and single documents are published. */
    async countGroups(): Promise<number> {
      const [row] = await db
        .select({ total: countDistinct(group) })
        .from(documents)
        .where(isPublished)
      return row?.total ?? 0
    },

    /** The published documents of some families and single documents, in an order that stays. */
    async listGroups({ offset, limit }: { offset: number; limit: number }): Promise<DocumentAddress[]> {
      const groups = db
        .selectDistinct({ id: group.as('group_id') })
        .from(documents)
        .where(isPublished)
        .orderBy(sql`1`)
        .offset(offset)
        .limit(limit)
      return db
        .select({
          id: documents.id,
          slug: documents.slug,
          title: documents.title,
          familyId: documents.familyId,
          mappedLanguage: documents.mappedLanguage,
          updatedAt: documents.updatedAt,
          fileModifiedAt: documents.fileModifiedAt,
        })
        .from(documents)
        .where(and(isPublished, sql`${group} IN ${groups}`))
        .orderBy(group, documents.slug)
    },
  }
}
