import { and, desc, eq, max, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import type { ContentKey } from './contract.ts'
import { contentVersions } from './table.ts'

export type ContentRow = typeof contentVersions.$inferSelect
/** A version in a list, without its text. */
export type VersionRow = Omit<ContentRow, 'content' | 'basis'>

/** The condition for the versions of one text. */
export const isText = (key: ContentKey, language: Language) =>
  and(eq(contentVersions.key, key), eq(contentVersions.language, language))

/** The queries on single versions of texts. Give it a transaction to run several of them as one. */
export function createContentStore(db: Database) {
  async function findWhere(condition: SQL | undefined): Promise<ContentRow | undefined> {
    const [row] = await db.select().from(contentVersions).where(condition)
    return row
  }

  return {
    /** Adds a version unless there is one of that number, as when two people save at the same time. */
    async insert(row: Omit<ContentRow, 'id'>): Promise<ContentRow | undefined> {
      const [added] = await db.insert(contentVersions).values(row).onConflictDoNothing().returning()
      return added
    },

    /** Locks a text for other writers until the transaction ends. */
    async lockText(key: ContentKey, language: Language): Promise<void> {
      await db.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`content ${key} ${language}`}))`)
    },

    async getNewestVersion(key: ContentKey, language: Language): Promise<number> {
      const [row] = await db
        .select({ newest: max(contentVersions.version) })
        .from(contentVersions)
        .where(isText(key, language))
      return row?.newest ?? 0
    },

    find: (id: string) => findWhere(eq(contentVersions.id, id)),

    async findLanguage(id: string): Promise<Language | undefined> {
      const { language } = contentVersions
      const [row] = await db.select({ language }).from(contentVersions).where(eq(contentVersions.id, id))
      return row?.language
    },

    findVersion: (key: ContentKey, language: Language, version: number) =>
      findWhere(and(isText(key, language), eq(contentVersions.version, version))),

    findPublished: (key: ContentKey, language: Language) =>
      findWhere(and(isText(key, language), eq(contentVersions.published, true))),

    async findNewest(key: ContentKey, language: Language): Promise<ContentRow | undefined> {
      const [row] = await db
        .select()
        .from(contentVersions)
        .where(isText(key, language))
        .orderBy(desc(contentVersions.version))
        .limit(1)
      return row
    },

    /** Makes one version the only published one of its text, or unpublishes it. */
    async setPublished(row: ContentRow, published: boolean, now: Date): Promise<ContentRow> {
      if (published) {
        await db
          .update(contentVersions)
          .set({ published: false })
          .where(and(isText(row.key, row.language), eq(contentVersions.published, true)))
      }
      const [changed] = await db
        .update(contentVersions)
        .set({ published, updatedAt: now })
        .where(eq(contentVersions.id, row.id))
        .returning()
      if (!changed) throw new Error('a version was deleted while it was being published')
      return changed
    },

    /** Records from which source a version was made, and that a person has checked it. Its time stays the same. */
    async setConfirmed(id: string, basis: string[] | null): Promise<ContentRow> {
      const [row] = await db
        .update(contentVersions)
        .set({ basis, madeBy: 'person' })
        .where(eq(contentVersions.id, id))
        .returning()
      if (!row) throw new Error('a version was deleted while it was being confirmed')
      return row
    },
  }
}
