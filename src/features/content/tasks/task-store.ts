import { and, asc, eq, isNull } from 'drizzle-orm'
import type { ContentKey } from '#features/content/contract.ts'
import { contentAssignments } from '#features/content/table.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'

export type AssignmentRow = typeof contentAssignments.$inferSelect

/** The queries on who translates what until when. Give it a transaction to make several of them one. */
export function createTaskStore(db: Database) {
  const isText = (key: ContentKey, language: Language) =>
    and(eq(contentAssignments.key, key), eq(contentAssignments.language, language))
  return {
    async list(): Promise<AssignmentRow[]> {
      return db
        .select()
        .from(contentAssignments)
        .orderBy(asc(contentAssignments.key), asc(contentAssignments.language))
    },

    /** Changes the owner, the due date or both of some texts. */
    async set(
      texts: readonly { key: ContentKey; language: Language }[],
      changes: Partial<Pick<AssignmentRow, 'ownerId' | 'dueOn'>>,
    ): Promise<void> {
      if (texts.length > 0 && Object.keys(changes).length > 0) {
        // Always in the same order, so that two changes at once cannot deadlock.
        const nameOf = (text: (typeof texts)[number]) => `${text.key} ${text.language}`
        const rows = texts.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
        await db
          .insert(contentAssignments)
          .values(rows.map(({ key, language }) => ({ key, language, ...changes })))
          .onConflictDoUpdate({
            target: [contentAssignments.key, contentAssignments.language],
            set: changes,
          })
      }
      await db
        .delete(contentAssignments)
        .where(and(isNull(contentAssignments.ownerId), isNull(contentAssignments.dueOn)))
    },

    /** Ends the task of a text: who translates it stays, its date goes. */
    async end(key: ContentKey, language: Language): Promise<void> {
      await db
        .delete(contentAssignments)
        .where(and(isText(key, language), isNull(contentAssignments.ownerId)))
      await db.update(contentAssignments).set({ dueOn: null }).where(isText(key, language))
    },
  }
}
