import { and, desc, eq, getColumns, inArray, like, lt, max, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import { type Language, sourceLanguage } from '#shared/languages.ts'
import type { ContentKey } from './contract.ts'
import { type ContentRow, isText } from './store.ts'
import { contentVersions } from './table.ts'

const isPublishedSource = and(
  eq(contentVersions.language, sourceLanguage),
  eq(contentVersions.published, true),
)

// A list is read without what can be long.
const { content: _content, basis: _basis, ...versionColumns } = getColumns(contentVersions)

// The newest version of the text of a row.
const newestOf = sql`SELECT max(newest.version) FROM content_versions AS newest
  WHERE newest.key = ${contentVersions.key} AND newest.language = ${contentVersions.language}`

/** The queries that list versions of texts. */
export function createContentListStore(db: Database) {
  return {
    async listPublished(language: Language): Promise<ContentRow[]> {
      return db
        .select()
        .from(contentVersions)
        .where(and(eq(contentVersions.language, language), eq(contentVersions.published, true)))
    },

    /** When each published text was published, in all languages. */
    async listPublications() {
      return db
        .select({
          key: contentVersions.key,
          language: contentVersions.language,
          publishedAt: contentVersions.updatedAt,
        })
        .from(contentVersions)
        .where(eq(contentVersions.published, true))
    },

    /** Versions of a key without their texts, newest first, of one language or of all. */
    async list(key: ContentKey, language: Language | undefined, page: { limit: number; offset: number }) {
      const condition = language ? isText(key, language) : eq(contentVersions.key, key)
      const [rows, total] = await Promise.all([
        db
          .select(versionColumns)
          .from(contentVersions)
          .where(condition)
          .orderBy(...(language ? [desc(contentVersions.version)] : [desc(contentVersions.createdAt)]))
          .limit(page.limit)
          .offset(page.offset),
        db.$count(contentVersions, condition),
      ])
      return { rows, total }
    },

    /** The published versions in the source language, without their contents. */
    async listPublishedSources(): Promise<{ id: string; key: ContentKey }[]> {
      const { id, key } = contentVersions
      return db.select({ id, key }).from(contentVersions).where(isPublishedSource)
    },

    async listContents(ids: string[]): Promise<{ id: string; content: string }[]> {
      if (ids.length === 0) return []
      const { id, content } = contentVersions
      return db.select({ id, content }).from(contentVersions).where(inArray(id, ids))
    },

    /** The contents of the versions before one, newest first. */
    async listContentsBefore(key: ContentKey, language: Language, before: number, limit: number) {
      const { version, content } = contentVersions
      return db
        .select({ version, content })
        .from(contentVersions)
        .where(and(isText(key, language), lt(version, before)))
        .orderBy(desc(version))
        .limit(limit)
    },

    /**
     * The texts that contain an address in any of their versions, each with its newest such version, and whether that is the
     * newest of all.
     */
    async listUsesOf(address: string) {
      return db
        .select({
          key: contentVersions.key,
          language: contentVersions.language,
          version: sql<number>`max(${contentVersions.version})`,
          is_newest: sql<boolean>`max(${contentVersions.version}) = (${newestOf})`,
        })
        .from(contentVersions)
        .where(like(contentVersions.content, `%${address}%`))
        .groupBy(contentVersions.key, contentVersions.language)
        .orderBy(desc(max(contentVersions.updatedAt)))
    },
  }
}
export type ContentListStore = ReturnType<typeof createContentListStore>
