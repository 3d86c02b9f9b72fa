import type { ContentAction, ContentItem, ContentKey } from '#features/content/contract.ts'
import type { Sanitizer } from '#features/content/sanitizing/sanitizer.ts'
import { createContentStore } from '#features/content/store.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import type { FindNames } from '#shared/user.ts'
import { type ActionRow, createActionStore } from './action-store.ts'
import { addVersion, toItem } from './versions.ts'

interface HistoryOptions {
  db: Database
  clock: Clock
  sanitize: Sanitizer
  findNames: FindNames
}

/** What was done to the texts, and how to restore an older version. */
export function createContentHistory({ db, clock, sanitize, findNames }: HistoryOptions) {
  const actions = createActionStore(db)

  return {
    /** What was done to a key in one language or in all, newest first. */
    async listActions(
      key: ContentKey,
      language: Language | undefined,
      page: { limit: number; offset: number },
    ) {
      const { rows, total } = await actions.list(key, language, page)
      const names = await findNames(rows.flatMap(({ actor_id }) => actor_id ?? []))
      return { items: rows.map((row) => toAction(row, names)), total }
    },

    /**
     * Saves an older version again as a new draft on top of the newest. It publishes nothing and changes no other
     * language. @throws {Problem} 404, and 409 unless `version` is the newest plus one
     */
    async restore(id: string, version: number, actorId: string): Promise<ContentItem> {
      const found = await createContentStore(db).find(id)
      if (!found) throw new Problem('content_not_found', 404)
      const { key, language, seoTitle, seoDescription, seoKeywords, basis, madeBy } = found
      // The rules for what a text may contain can have changed since it was saved.
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
}
export type ContentHistory = ReturnType<typeof createContentHistory>

function toAction({ at, actor_id, ...row }: ActionRow, names: ReadonlyMap<string, string>): ContentAction {
  const name = actor_id === null ? undefined : names.get(actor_id)
  const actor = actor_id === null || name === undefined ? null : { id: actor_id, name }
  return { ...row, at: new Date(at).toISOString(), actor }
}
