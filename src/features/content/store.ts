import { and, desc, eq, max, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import type { ContentKey } from './contract.ts'
import { contentVersions } from './table.ts'

export type ContentRow = typeof contentVersions.$inferSelect

/** The queries on the versions of texts. Give it a transaction to make several of them one. */
export function createContentStore(db: Database) {
  const isText = (key: ContentKey, language: Language) =>
    and(eq(contentVersions.key, key), eq(contentVersions.language, language))

  return {
    /** Adds a version unless there is one of that number already, as when two people save at once. */
    async insert(row: Omit<ContentRow, 'id'>): Promise<ContentRow | undefined> {
      const [added] = await db.insert(contentVersions).values(row).onConflictDoNothing().returning()
      return added
    },

    /** Lets one writer at a time at a text, until the transaction ends. */
    async lockText(key: ContentKey, language: Language): Promise<void> {
      await db.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`content ${key} ${language}`}))`)
    },

    async newestVersion(key: ContentKey, language: Language): Promise<number> {
      const [row] = await db
        .select({ newest: max(contentVersions.version) })
        .from(contentVersions)
        .where(isText(key, language))
      return row?.newest ?? 0
    },

    async find(id: string): Promise<ContentRow | undefined> {
      const [row] = await db.select().from(contentVersions).where(eq(contentVersions.id, id))
      return row
    },

    async findVersion(key: ContentKey, language: Language, version: number): Promise<ContentRow | undefined> {
      const [row] = await db
        .select()
        .from(contentVersions)
        .where(and(isText(key, language), eq(contentVersions.version, version)))
      return row
    },

    async findPublished(key: ContentKey, language: Language): Promise<ContentRow | undefined> {
      const [row] = await db
        .select()
        .from(contentVersions)
        .where(and(isText(key, language), eq(contentVersions.published, true)))
      return row
    },

    async listPublished(language: Language): Promise<ContentRow[]> {
      return db
        .select()
        .from(contentVersions)
        .where(and(eq(contentVersions.language, language), eq(contentVersions.published, true)))
    },

    /** When each text that is live went live, in all languages. */
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

    /** Versions of a key, newest first, of one language or of all. */
    async list(key: ContentKey, language: Language | undefined, page: { limit: number; offset: number }) {
      const condition = language ? isText(key, language) : eq(contentVersions.key, key)
      const [rows, total] = await Promise.all([
        db
          .select()
          .from(contentVersions)
          .where(condition)
          .orderBy(...(language ? [desc(contentVersions.version)] : [desc(contentVersions.createdAt)]))
          .limit(page.limit)
          .offset(page.offset),
        db.$count(contentVersions, condition),
      ])
      return { rows, total }
    },

    /** Of every text, its newest version's number and time, and the published version if there is one. */
    async listStates() {
      // A skip over the index: one probe for each of the 110 texts, however many versions each has.
      const { rows } = await db.execute<{
        key: ContentKey
        language: Language
        version: number
        updated_at: Date
        published_version: number | null
        has_content: boolean
        basis: string[] | null
        made_by: ContentRow['madeBy']
      }>(sql`
        WITH RECURSIVE texts AS (
          (SELECT key, language FROM content_versions ORDER BY key, language LIMIT 1)
          UNION ALL
          SELECT next.key, next.language FROM texts, LATERAL (
            SELECT key, language FROM content_versions
            WHERE (key, language) > (texts.key, texts.language) ORDER BY key, language LIMIT 1
          ) AS next
        )
        SELECT texts.key, texts.language, newest.version, newest.updated_at, published.version AS published_version,
          newest.basis, newest.made_by,
          regexp_replace(newest.content, '<(?!img )[^>]*>|&nbsp;|[[:space:]]', '', 'g') <> '' AS has_content
        FROM texts
        CROSS JOIN LATERAL (
          SELECT version, updated_at, content, basis, made_by FROM content_versions AS v
          WHERE v.key = texts.key AND v.language = texts.language ORDER BY version DESC LIMIT 1
        ) AS newest
        LEFT JOIN content_versions AS published
          ON published.key = texts.key AND published.language = texts.language AND published.published`)
      return rows
    },

    /** Makes one version the only published one of its text, or takes it back. */
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
      if (!changed) throw new Error('a version vanished while it was being published')
      return changed
    },
  }
}
