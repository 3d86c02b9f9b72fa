import { and, eq, lt } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import { previews } from './table.ts'

export type PreviewRow = typeof previews.$inferSelect

/** The queries on previews. */
export function createPreviewStore(db: Database) {
  return {
    async insert(preview: typeof previews.$inferInsert): Promise<void> {
      await db.insert(previews).values(preview)
    },

    async find(tokenHash: string): Promise<PreviewRow | undefined> {
      const [row] = await db.select().from(previews).where(eq(previews.tokenHash, tokenHash))
      return row
    },

    /** Ends a preview, if it is the author's. */
    async delete(tokenHash: string, authorId: string): Promise<void> {
      await db.delete(previews).where(and(eq(previews.tokenHash, tokenHash), eq(previews.authorId, authorId)))
    },

    async deleteExpiredBefore(moment: Date): Promise<void> {
      await db.delete(previews).where(lt(previews.expiresAt, moment))
    },
  }
}
