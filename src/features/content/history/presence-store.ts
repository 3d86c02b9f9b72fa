import { and, eq, gt, lte, ne } from 'drizzle-orm'
import type { ContentKey } from '#features/content/contract.ts'
import { contentPresence } from '#features/content/table.ts'
import type { Database } from '#platform/postgres.ts'

type PresenceRow = typeof contentPresence.$inferSelect

/** An open editor and its user. */
export type OpenEditor = Pick<PresenceRow, 'key' | 'editor' | 'userId'>

/** The queries on who has which text open. */
export function createPresenceStore(db: Database) {
  const { key, editor, language, userId, seenAt } = contentPresence

  return {
    /** Adds or renews an open editor, unless it is that of another user. */
    async upsert(row: PresenceRow): Promise<void> {
      await db
        .insert(contentPresence)
        .values(row)
        .onConflictDoUpdate({
          target: [key, editor],
          set: { language: row.language, seenAt: row.seenAt },
          setWhere: eq(userId, row.userId),
        })
    },

    async delete(open: OpenEditor): Promise<void> {
      await db
        .delete(contentPresence)
        .where(and(eq(key, open.key), eq(editor, open.editor), eq(userId, open.userId)))
    },

    async deleteSeenUntil(wanted: ContentKey, moment: Date): Promise<void> {
      await db.delete(contentPresence).where(and(eq(key, wanted), lte(seenAt, moment)))
    },

    /** The other editors that have the key open and were seen since a moment. */
    async listOthers(open: Pick<OpenEditor, 'key' | 'editor'>, since: Date) {
      return db
        .select({ editor, language, userId })
        .from(contentPresence)
        .where(and(eq(key, open.key), ne(editor, open.editor), gt(seenAt, since)))
    },
  }
}
