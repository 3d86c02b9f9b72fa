import { sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import type { ContentKey } from './contract.ts'
import type { ContentRow } from './store.ts'

/** The newest version of a text, and which one is published. */
export interface StateRow extends Record<string, unknown> {
  /** Of the newest version. */
  id: string
  key: ContentKey
  language: Language
  version: number
  updated_at: Date
  published_version: number | null
  basis: string[] | null
  made_by: ContentRow['madeBy']
}

/** The queries on the newest versions of texts. */
export function createStateStore(db: Database) {
  return {
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
          newest.id, newest.basis, newest.made_by
        FROM texts
        CROSS JOIN LATERAL (
          SELECT id, version, updated_at, basis, made_by FROM content_versions AS v
          WHERE v.key = texts.key AND v.language = texts.language ORDER BY version DESC LIMIT 1
        ) AS newest
        LEFT JOIN content_versions AS published
          ON published.key = texts.key AND published.language = texts.language AND published.published`)
      return rows
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
  }
}
