import { and, eq } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import type { BadgeType } from '#shared/badge-types.ts'
import type { Language } from '#shared/languages.ts'
import type { BadgeText } from './contract.ts'
import { badgeTexts } from './table.ts'

/** The queries on the badges' texts. */
export function createBadgeTextStore(db: Database) {
  return {
    /** The team's texts, which replace the built-in ones. */
    async list(language: Language) {
      return db.select().from(badgeTexts).where(eq(badgeTexts.language, language))
    },

    async save(
      key: { badgeType: BadgeType; language: Language },
      text: BadgeText & { updatedAt: Date; updatedBy: string },
    ): Promise<void> {
      await db
        .insert(badgeTexts)
        .values({ ...key, ...text })
        .onConflictDoUpdate({ target: [badgeTexts.badgeType, badgeTexts.language], set: text })
    },

    async remove(badgeType: BadgeType, language: Language): Promise<void> {
      await db
        .delete(badgeTexts)
        .where(and(eq(badgeTexts.badgeType, badgeType), eq(badgeTexts.language, language)))
    },
  }
}
