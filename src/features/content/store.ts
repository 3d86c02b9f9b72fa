import { and, desc, eq, inArray, like, lt, max, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import { type Language, sourceLanguage } from '#shared/languages.ts'
import type { ContentKey } from './contract.ts'
import { contentVersions } from './table.ts'

export type ContentRow = typeof contentVersions.$inferSelect

/** The newest version of a text, and which one is published. */
export interface StateRow extends Record<string, unknown> {
  key: ContentKey
  language: Language
  version: number
  updated_at: Date
  published_version: number | null
  has_content: boolean
  basis: string[] | null
  made_by: ContentRow['madeBy']
}

/** The queries on the versions of texts. Give it a transaction to run several of them as one. */
export function createContentStore(db: Database) {
  const isText = (key: ContentKey, language: Language) =>
    and(eq(contentVersions.key, key), eq(contentVersions.language, language))
  const isPublishedSource = and(
    eq(contentVersions.language, sourceLanguage),
    eq(contentVersions.published, true),
  )

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

    async findNewest(key: ContentKey, language: Language): Promise<ContentRow | undefined> {
      const [row] = await db
        .select()
        .from(contentVersions)
        .where(isText(key, language))
        .orderBy(desc(contentVersions.version))
        .limit(1)
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

    /** The texts that contain an address in any of their versions, each with its newest such version. */
    async listUsesOf(address: string) {
      return db
        .select({
          key: contentVersions.key,
          language: contentVersions.language,
          version: sql<number>`max(${contentVersions.version})`,
        })
        .from(contentVersions)
        .where(like(contentVersions.content, `%${address}%`))
        .groupBy(contentVersions.key, contentVersions.language)
        .orderBy(desc(max(contentVersions.updatedAt)))
    },

    /** Of each language of a key, the number and the author of its newest version. */
    async listNewestAuthors(key: ContentKey) {
      // A loose index scan: one probe for each language, however many versions it has.
      const { rows } = await db.execute<{
        language: Language
        version: number
        author_id: string | null
      }>(sql`
        WITH RECURSIVE texts AS (
          (SELECT language FROM content_versions WHERE key = ${key} ORDER BY language LIMIT 1)
          UNION ALL
          SELECT next.language FROM texts, LATERAL (
            SELECT language FROM content_versions
            WHERE key = ${key} AND language > texts.language ORDER BY language LIMIT 1
          ) AS next
        )
        SELECT texts.language, newest.version, newest.author_id
        FROM texts
        CROSS JOIN LATERAL (
          SELECT version, author_id FROM content_versions AS v
          WHERE v.key = ${key} AND v.language = texts.language ORDER BY version DESC LIMIT 1
        ) AS newest`)
      return rows
    },

    /** Of every text, its newest version's number and time, and the published version if there is one. */
    async listStates() {
      // A loose index scan: one probe for each of the 110 texts, however many versions each has.
      const { rows } = await db.execute<StateRow>(sql`
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
  }
}
export type ContentStore = ReturnType<typeof createContentStore>
