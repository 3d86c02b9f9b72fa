import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { socialFiles } from '#features/social/table.ts'
import type { Database } from '#platform/postgres.ts'

export type SocialFileRow = typeof socialFiles.$inferSelect

/** The queries on uploaded files. */
export function createFileStore(db: Database) {
  return {
    async insert(row: typeof socialFiles.$inferInsert): Promise<SocialFileRow> {
      const [added] = await db.insert(socialFiles).values(row).returning()
      if (!added) throw new Error('a file was inserted but not answered')
      return added
    },

    async find(id: string): Promise<SocialFileRow | undefined> {
      const [row] = await db.select().from(socialFiles).where(eq(socialFiles.id, id))
      return row
    },

    listByIds: (ids: readonly string[]): Promise<SocialFileRow[]> =>
      ids.length === 0
        ? Promise.resolve([])
        : db
            .select()
            .from(socialFiles)
            .where(inArray(socialFiles.id, [...ids])),

    listAll: () => db.select({ id: socialFiles.id, path: socialFiles.path }).from(socialFiles),

    /** Deletes rows of files that no post shows and that were uploaded before a moment; returns their ids. */
    async deleteUnused(before: Date): Promise<string[]> {
      const rows = await db
        .delete(socialFiles)
        .where(
          and(
            lt(socialFiles.createdAt, before),
            sql`NOT EXISTS (SELECT FROM social_post_files used WHERE used.file_id = ${socialFiles.id})`,
            sql`NOT EXISTS (SELECT FROM social_drafts draft WHERE draft.content::text LIKE '%' || ${socialFiles.id} || '%')`,
          ),
        )
        .returning({ id: socialFiles.id })
      return rows.map(({ id }) => id)
    },
  }
}
