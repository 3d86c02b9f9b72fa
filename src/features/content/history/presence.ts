import { and, eq, lte, sql } from 'drizzle-orm'
import { type ContentKey, type Presence, presenceLifetime } from '#features/content/contract.ts'
import { contentPresence } from '#features/content/table.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'

interface PresenceOptions {
  db: Database
  clock: Clock
}

interface OpenEditor {
  key: ContentKey
  /** Made up by the open window. */
  editor: string
  userId: string
}

/** Who has which text open. It stands in the database, so that it holds over several processes. */
export function createPresence({ db, clock }: PresenceOptions) {
  return {
    /** Takes in that an editor is open, and answers who else has the key open and which versions are the newest. */
    async beat(open: OpenEditor, language: Language): Promise<Presence> {
      const { key, editor, userId } = open
      const now = clock.now()
      const forgotten = new Date(now.getTime() - presenceLifetime)
      await db
        .insert(contentPresence)
        .values({ key, editor, language, userId, seenAt: now })
        .onConflictDoUpdate({
          target: [contentPresence.key, contentPresence.editor],
          set: { language, seenAt: now },
          // Nobody speaks for somebody else's window.
          setWhere: eq(contentPresence.userId, userId),
        })
      await db
        .delete(contentPresence)
        .where(and(eq(contentPresence.key, key), lte(contentPresence.seenAt, forgotten)))
      const [others, newest] = await Promise.all([listOthers(open, forgotten), listNewest(key)])
      return { others, newest }
    },

    /** Takes in that an editor was closed. */
    async leave({ key, editor, userId }: OpenEditor): Promise<void> {
      await db
        .delete(contentPresence)
        .where(
          and(
            eq(contentPresence.key, key),
            eq(contentPresence.editor, editor),
            eq(contentPresence.userId, userId),
          ),
        )
    },
  }

  async function listOthers({ key, editor }: OpenEditor, forgotten: Date): Promise<Presence['others']> {
    const { rows } = await db.execute<{ editor: string; language: Language; id: string; name: string }>(sql`
      SELECT editor, language, users.id, users.name
      FROM content_presence JOIN users ON users.id = user_id
      WHERE key = ${key} AND editor <> ${editor} AND seen_at > ${forgotten.toISOString()}
      ORDER BY users.name, editor`)
    return rows.map(({ id, name, ...row }) => ({ ...row, user: { id, name } }))
  }

  async function listNewest(key: ContentKey): Promise<Presence['newest']> {
    // A skip over the index: one probe for each language, however many versions it has.
    const { rows } = await db.execute<{
      language: Language
      version: number
      id: string | null
      name: string | null
    }>(sql`
      WITH RECURSIVE texts AS (
        (SELECT language FROM content_versions WHERE key = ${key} ORDER BY language LIMIT 1)
        UNION ALL
        SELECT next.language FROM texts, LATERAL (
          SELECT language FROM content_versions
          WHERE key = ${key} AND language > texts.language ORDER BY language LIMIT 1
        ) AS next
      )
      SELECT texts.language, newest.version, users.id, users.name
      FROM texts
      CROSS JOIN LATERAL (
        SELECT version, author_id FROM content_versions AS v
        WHERE v.key = ${key} AND v.language = texts.language ORDER BY version DESC LIMIT 1
      ) AS newest
      LEFT JOIN users ON users.id = newest.author_id`)
    return Object.fromEntries(
      rows.map(({ language, version, id, name }) => [
        language,
        { version, author: id === null || name === null ? null : { id, name } },
      ]),
    )
  }
}
export type ContentPresence = ReturnType<typeof createPresence>
