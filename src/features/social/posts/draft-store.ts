import { and, desc, eq, sql } from 'drizzle-orm'
import { socialDrafts } from '#features/social/table.ts'
import type { Database } from '#platform/postgres.ts'

export type DraftRow = typeof socialDrafts.$inferSelect

/** The queries on what people are writing. Everyone sees their own. */
export function createDraftStore(db: Database) {
  const isTheirs = (id: string, authorId: string) =>
    and(eq(socialDrafts.id, id), eq(socialDrafts.authorId, authorId))
  return {
    list: (authorId: string, most: number): Promise<DraftRow[]> =>
      db
        .select()
        .from(socialDrafts)
        .where(eq(socialDrafts.authorId, authorId))
        .orderBy(desc(socialDrafts.updatedAt))
        .limit(most),

    count: (authorId: string): Promise<number> =>
      db.$count(socialDrafts, eq(socialDrafts.authorId, authorId)),

    async insert(row: typeof socialDrafts.$inferInsert): Promise<DraftRow> {
      const [added] = await db.insert(socialDrafts).values(row).returning()
      if (!added) throw new Error('a draft was inserted but not answered')
      return added
    },

    async find(id: string, authorId: string): Promise<DraftRow | undefined> {
      const [row] = await db.select().from(socialDrafts).where(isTheirs(id, authorId))
      return row
    },

    /** Changes a draft that is still at a version; undefined when it is not. */
    async update(
      { id, authorId, version }: Pick<DraftRow, 'id' | 'authorId' | 'version'>,
      changes: Pick<DraftRow, 'content' | 'updatedAt'>,
    ): Promise<DraftRow | undefined> {
      const [row] = await db
        .update(socialDrafts)
        .set({ ...changes, version: sql`${socialDrafts.version} + 1` })
        .where(and(isTheirs(id, authorId), eq(socialDrafts.version, version)))
        .returning()
      return row
    },

    async remove(id: string, authorId: string): Promise<void> {
      await db.delete(socialDrafts).where(isTheirs(id, authorId))
    },
  }
}
