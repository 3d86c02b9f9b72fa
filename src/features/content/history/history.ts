import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { ContentAction, ContentItem, ContentKey } from '#features/content/contract.ts'
import type { Sanitizer } from '#features/content/sanitizing/sanitizer.ts'
import { createContentStore } from '#features/content/store.ts'
import { contentActions } from '#features/content/table.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { type Language, languages } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import { addVersion, toItem } from './versions.ts'

interface HistoryOptions {
  db: Database
  clock: Clock
  sanitize: Sanitizer
}

interface Page {
  limit: number
  offset: number
}

/** What was done to the texts, and how to bring back what they said. */
export function createContentHistory({ db, clock, sanitize }: HistoryOptions) {
  return {
    /** What was done to a key in one language or in all, newest first. */
    async listActions(key: ContentKey, language: Language | undefined, page: Page) {
      const condition = and(eq(contentActions.key, key), language && eq(contentActions.language, language))
      const total = await db.$count(contentActions, condition)
      const rows = await listRows(key, language, page, total)
      return { items: rows.map(toAction), total }
    },

    /**
     * Saves what an older version says as a new one, a draft, on top of the newest. Nothing is published by it and no
     * other language touched. @throws {Problem} 404, and 409 unless `version` is the newest plus one
     */
    async restore(id: string, version: number, actorId: string): Promise<ContentItem> {
      const found = await createContentStore(db).find(id)
      if (!found) throw new Problem('content_not_found', 404)
      const { key, language, seoTitle, seoDescription, seoKeywords, basis, madeBy } = found
      // What an older version was allowed to hold may not be any more.
      const { html: content } = await sanitize(found.content)
      return db.transaction(async (transaction) =>
        toItem(
          await addVersion(
            transaction,
            {
              ...{ key, language, version, seoTitle, seoDescription, seoKeywords, basis, madeBy },
              content,
              restoredFrom: found.version,
            },
            { now: clock.now(), action: 'restore', actorId },
          ),
        ),
      )
    },
  }

  async function listRows(
    key: ContentKey,
    language: Language | undefined,
    { limit, offset }: Page,
    total: number,
  ) {
    // One thing after the other where several were done at once: saved, then published.
    const newestFirst = sql`at DESC, version DESC, action IN ('publish', 'release') DESC, id`
    const oldestFirst = sql`at, version, action IN ('publish', 'release'), id DESC`
    const ofLanguage = (code: Language | SQL, order: SQL, most: SQL) =>
      sql`SELECT * FROM content_actions WHERE key = ${key} AND language = ${code} ORDER BY ${order} ${most}`
    const page = sql`LIMIT ${limit} OFFSET ${offset}`
    // What is nearer to the beginning is read from there: the database walks past all it leaves out.
    const left = Math.max(0, total - offset - limit)
    const isNearBeginning = offset > left
    const ofOne = (code: Language) =>
      isNearBeginning
        ? ofLanguage(code, oldestFirst, sql`LIMIT ${Math.max(0, total - offset - left)} OFFSET ${left}`)
        : ofLanguage(code, newestFirst, page)
    // The index knows no order over several languages: of each its newest, and of those the newest.
    const listed = language
      ? ofOne(language)
      : sql`
        SELECT newest.* FROM (VALUES ${sql.join(
          languages.map((code) => sql`(${code})`),
          sql`, `,
        )}) AS each (code)
        CROSS JOIN LATERAL (${ofLanguage(sql`each.code`, newestFirst, sql`LIMIT ${limit + offset}`)}) AS newest
        ORDER BY ${newestFirst} ${page}`
    const { rows } = await db.execute<ActionRow>(sql`
      SELECT listed.id, at, action, listed.key, listed.language, listed.version, restored_from,
        coalesce(published, false) AS published, users.id AS actor_id, users.name AS actor_name
      FROM (${listed}) AS listed
      LEFT JOIN content_versions AS versions
        ON versions.key = listed.key AND versions.language = listed.language AND versions.version = listed.version
      LEFT JOIN users ON users.id = actor_id
      ORDER BY at DESC, listed.version DESC, action IN ('publish', 'release') DESC, listed.id`)
    return rows
  }
}
export type ContentHistory = ReturnType<typeof createContentHistory>

interface ActionRow extends Record<string, unknown> {
  id: string
  at: Date | string
  action: ContentAction['action']
  key: ContentKey
  language: Language
  version: number
  restored_from: number | null
  published: boolean
  actor_id: string | null
  actor_name: string | null
}

function toAction({ at, actor_id, actor_name, ...row }: ActionRow): ContentAction {
  const actor = actor_id === null || actor_name === null ? null : { id: actor_id, name: actor_name }
  return { ...row, at: new Date(at).toISOString(), actor }
}
