import { type SQL, sql } from 'drizzle-orm'
import { documentPages, documents } from '#features/documents/table.ts'
import { containing } from '#platform/like-pattern.ts'
import type { Database } from '#platform/postgres.ts'
import { foldText } from '#shared/fold-text.ts'
import type { Language } from '#shared/languages.ts'
import { configurationOf, type LookedUp, lookUp } from './search-words.ts'

/** A page that was found. */
export interface FoundPage extends Record<string, unknown> {
  slug: string
  page: number
  words: string
}

/** So many pages that have all the words are compared, however many have them. */
const mostRanked = 1_000

/** The index of a text: its words by the rules of its language. */
export const vectorOf = (language: Language | null, text: SQL): SQL =>
  sql`to_tsvector(${configurationOf(language)}::regconfig, ${text})`

/** The queries of the search in what is published. */
export function createSearchStore(db: Database) {
  return {
    /** The addresses of documents whose title, description, keywords or name have all the words. */
    async findByWords(query: string, language: Language, limit: number): Promise<string[]> {
      const words = foldText(query).split(' ').filter(Boolean)
      if (words.length === 0) return []
      const has = sql.join(
        words.map((word) => sql`${documents.searchText} LIKE ${containing(word)}`),
        sql` AND `,
      )
      const { rows } = await db.execute<{ slug: string }>(sql`
        SELECT slug FROM ${documents} WHERE ${isReadIn(language)} AND ${has}
        ORDER BY is_featured DESC, title LIMIT ${limit}`)
      return rows.map(({ slug }) => slug)
    },

    /** The most fitting page of each document that has all the words on one page, the most fitting first. */
    async findInside(query: string, language: Language, limit: number): Promise<FoundPage[]> {
      const candidates = [language, null].flatMap((one) => {
        const wanted = queryOf(lookUp(query, one), one)
        return wanted ? [candidatesIn(one, wanted)] : []
      })
      if (candidates.length === 0) return []
      const { rows } = await db.execute<FoundPage>(sql`
        SELECT slug, page, words FROM (
          SELECT DISTINCT ON (document_id) document_id, page, words, rank FROM (${sql.join(candidates, sql` UNION ALL `)}) AS candidate
          ORDER BY document_id, rank DESC, page
        ) AS best JOIN ${documents} ON ${documents.id} = document_id
        ORDER BY rank DESC, slug LIMIT ${limit}`)
      return rows
    },
  }
}

const isReadIn = (language: Language): SQL =>
  sql`status = 'published' AND deleted_at IS NULL AND (mapped_language = ${language} OR mapped_language IS NULL)`

/** Pages that have all the words, with how well they fit; only a bounded number is compared. */
function candidatesIn(language: Language | null, wanted: SQL): SQL {
  const inLanguage = language === null ? sql`mapped_language IS NULL` : sql`mapped_language = ${language}`
  return sql`(
    SELECT document_id, page, words, ts_rank(vector, wanted) AS rank FROM (
      SELECT pages.document_id, pages.page, pages.words, pages.vector, query.wanted
      FROM ${documentPages} AS pages CROSS JOIN (SELECT ${wanted} AS wanted) AS query
      JOIN ${documents} AS document ON document.id = pages.document_id AND document.version_number = pages.number
      WHERE pages.vector @@ query.wanted AND document.status = 'published' AND document.deleted_at IS NULL
        AND document.${inLanguage}
      LIMIT ${mostRanked}
    ) AS found)`
}

/** The query of PostgreSQL for what is looked up; undefined for nothing. */
function queryOf({ words, beginnings }: LookedUp, language: Language | null): SQL | undefined {
  const configuration = sql`${configurationOf(language)}::regconfig`
  const parts = [
    ...(words ? [sql`plainto_tsquery(${configuration}, ${words})`] : []),
    ...beginnings.map((sign) => sql`to_tsquery(${configuration}, ${`'${sign}':*`})`),
  ]
  return parts.length > 0 ? sql.join(parts, sql` && `) : undefined
}
