import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { ContentAction, ContentKey } from '#features/content/contract.ts'
import { contentActions } from '#features/content/table.ts'
import { dayOf, isWithin } from '#platform/database/local-days.ts'
import type { Database } from '#platform/postgres.ts'
import { type Language, languages } from '#shared/languages.ts'
import type { LocalDays, TimelineEvent } from '#shared/time/timeline.ts'

export type NewContentAction = Omit<typeof contentActions.$inferInsert, 'id'>

/** An action with what its version is now. */
export interface ActionRow extends Record<string, unknown> {
  id: string
  at: Date | string
  action: ContentAction['action']
  key: ContentKey
  language: Language
  version: number
  restored_from: number | null
  published: boolean
  actor_id: string | null
}

interface Page {
  limit: number
  offset: number
}

/** The queries on what was done to texts. Give it the transaction of the change that it records. */
export function createActionStore(db: Database) {
  return {
    async insert(actions: NewContentAction[]): Promise<void> {
      if (actions.length > 0) await db.insert(contentActions).values(actions)
    },

    /** How many texts were published on each day. */
    async countPublished(days: LocalDays): Promise<TimelineEvent[]> {
      const { at, action } = contentActions
      const { rows } = await db.execute<Record<string, unknown> & TimelineEvent>(sql`
        SELECT ${dayOf(at, days.timeZone)}::text AS day, NULL AS name, count(*)::integer AS count
        FROM ${contentActions} WHERE ${action} = 'publish' AND ${isWithin(at, days)} GROUP BY 1`)
      return rows
    },

    /** The actions on a key in one language or in all, newest first. */
    async list(key: ContentKey, language: Language | undefined, page: Page) {
      const condition = and(eq(contentActions.key, key), language && eq(contentActions.language, language))
      const total = await db.$count(contentActions, condition)
      const listed = language ? pageOfLanguage(key, language, page, total) : pageOfKey(key, page)
      const { rows } = await db.execute<ActionRow>(sql`
        SELECT listed.id, at, action, listed.key, listed.language, listed.version, restored_from,
          coalesce(published, false) AS published, actor_id
        FROM (${listed}) AS listed
        LEFT JOIN content_versions AS versions
          ON versions.key = listed.key AND versions.language = listed.language AND versions.version = listed.version
        ORDER BY at DESC, listed.version DESC, action IN ('publish', 'release') DESC, listed.id`)
      return { rows, total }
    },
  }
}

// Where several actions have the same time, a version was first saved and then published.
const newestFirst = sql`at DESC, version DESC, action IN ('publish', 'release') DESC, id`
const oldestFirst = sql`at, version, action IN ('publish', 'release'), id DESC`

function selectActions(key: ContentKey, language: Language | SQL, order: SQL, limits: SQL): SQL {
  return sql`SELECT * FROM content_actions WHERE key = ${key} AND language = ${language} ORDER BY ${order} ${limits}`
}

/** One page of a language. A page near the end is read from the end, since OFFSET reads all the rows that it skips. */
function pageOfLanguage(key: ContentKey, language: Language, { limit, offset }: Page, total: number): SQL {
  const after = Math.max(0, total - offset - limit)
  if (offset <= after) return selectActions(key, language, newestFirst, sql`LIMIT ${limit} OFFSET ${offset}`)
  const count = Math.max(0, total - offset - after)
  return selectActions(key, language, oldestFirst, sql`LIMIT ${count} OFFSET ${after}`)
}

/** One page of all languages: the index is ordered within a language, so the newest of each are merged. */
function pageOfKey(key: ContentKey, { limit, offset }: Page): SQL {
  const codes = sql.join(
    languages.map((code) => sql`(${code})`),
    sql`, `,
  )
  const ofLanguage = selectActions(key, sql`each.code`, newestFirst, sql`LIMIT ${limit + offset}`)
  return sql`
    SELECT newest.* FROM (VALUES ${codes}) AS each (code)
    CROSS JOIN LATERAL (${ofLanguage}) AS newest
    ORDER BY ${newestFirst} LIMIT ${limit} OFFSET ${offset}`
}
