import { and, desc, eq, gt, lt } from 'drizzle-orm'
import type { ContentKey } from '#features/content/contract.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import { previews } from './table.ts'

const listLimit = 200

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

    async findLanguage(id: string): Promise<Language | undefined> {
      const { language } = previews
      const [row] = await db.select({ language }).from(previews).where(eq(previews.id, id))
      return row?.language
    },

    /** Deletes a preview that its author replaces, unless its link was handed out. */
    async replace(tokenHash: string, authorId: string): Promise<void> {
      await db
        .delete(previews)
        .where(
          and(
            eq(previews.tokenHash, tokenHash),
            eq(previews.authorId, authorId),
            eq(previews.isShared, false),
          ),
        )
    },

    /** The links that were handed out and are valid at a moment, newest first. */
    async listShared(key: ContentKey, language: Language, now: Date) {
      return db
        .select({
          id: previews.id,
          authorId: previews.authorId,
          createdAt: previews.createdAt,
          expiresAt: previews.expiresAt,
        })
        .from(previews)
        .where(
          and(
            eq(previews.key, key),
            eq(previews.language, language),
            eq(previews.isShared, true),
            gt(previews.expiresAt, now),
          ),
        )
        .orderBy(desc(previews.createdAt), desc(previews.id))
        .limit(listLimit)
    },

    /** Lets a link that was handed out expire now. Returns whether there was one that worked. */
    async expire(id: string, now: Date): Promise<boolean> {
      const { rowCount } = await db
        .update(previews)
        .set({ expiresAt: now })
        .where(and(eq(previews.id, id), eq(previews.isShared, true), gt(previews.expiresAt, now)))
      return (rowCount ?? 0) > 0
    },

    async deleteExpiredBefore(moment: Date): Promise<void> {
      await db.delete(previews).where(lt(previews.expiresAt, moment))
    },
  }
}
