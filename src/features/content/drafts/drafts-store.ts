import { and, eq, exists, gt, inArray, lt, not, or, sql } from 'drizzle-orm'
import type { ContentKey, UnsavedText, UnsavedTexts } from '#features/content/contract.ts'
import { contentDrafts, contentPresence } from '#features/content/table.ts'
import { containing } from '#platform/like-pattern.ts'
import type { Database } from '#platform/postgres.ts'

/** Whose drafts of which text. */
interface Owner {
  userId: string
  key: ContentKey
}

/** The queries on unsaved texts. */
export function createDraftsStore(db: Database) {
  const { userId, key, language, editor, base, fields, savedAt } = contentDrafts
  const ownedBy = (owner: Owner) => and(eq(userId, owner.userId), eq(key, owner.key))

  return {
    /** What is left of windows that do not have the text open any more: those that were not seen since `since`. */
    async listLeft(owner: Owner, since: Date): Promise<UnsavedText[]> {
      const open = db
        .select({ one: sql`1` })
        .from(contentPresence)
        .where(
          and(
            eq(contentPresence.key, owner.key),
            eq(contentPresence.editor, editor),
            gt(contentPresence.seenAt, since),
          ),
        )
      return db
        .select({ language, base, fields })
        .from(contentDrafts)
        .where(and(ownedBy(owner), not(exists(open))))
    },

    /** The texts that contain an address in what somebody has unsaved. */
    listUsesOf: (address: string) =>
      db
        .selectDistinct({ key, language })
        .from(contentDrafts)
        .where(sql`${fields}->>'content' LIKE ${containing(address)}`),

    /** Replaces what a window has unsaved; forgets what the user left before `expired`. */
    async replace(owner: Owner, { editor: from, texts, dropped }: UnsavedTexts, now: Date, expired: Date) {
      await db.transaction(async (tx) => {
        const kept = texts.map((text) => text.language)
        const gone = dropped.filter((one) => !kept.includes(one))
        await tx
          .delete(contentDrafts)
          .where(
            or(
              and(ownedBy(owner), gone.length > 0 ? inArray(language, gone) : sql`false`),
              and(eq(userId, owner.userId), lt(savedAt, expired)),
            ),
          )
        if (texts.length === 0) return
        await tx
          .insert(contentDrafts)
          .values(texts.map((text) => ({ ...owner, ...text, editor: from, savedAt: now })))
          .onConflictDoUpdate({
            target: [userId, key, language],
            set: {
              editor: sql`excluded.editor`,
              base: sql`excluded.base`,
              fields: sql`excluded.fields`,
              savedAt: sql`excluded.saved_at`,
            },
          })
      })
    },
  }
}
