import type { ContentKey } from '#features/content/contract.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import type { FindNames } from '#shared/user.ts'
import type { SharedPreview } from './contract.ts'
import { createPreviewStore } from './store.ts'

interface SharingOptions {
  db: Database
  clock: Clock
  findNames: FindNames
}

/** The rules of the links to previews that were handed out. */
export function createSharing({ db, clock, findNames }: SharingOptions) {
  const store = createPreviewStore(db)
  return {
    /** The links to a text that still work, newest first. */
    async list(key: ContentKey, language: Language): Promise<SharedPreview[]> {
      const rows = await store.listShared(key, language, clock.now())
      const names = await findNames(rows.flatMap(({ authorId }) => authorId ?? []))
      return rows.flatMap(({ id, authorId, createdAt, expiresAt }) => {
        // Links end with the account of their maker.
        const maker = authorId === null ? undefined : names.get(authorId)
        if (maker === undefined) return []
        const times = { created_at: createdAt.toISOString(), expires_at: expiresAt.toISOString() }
        return [{ id, created_by: maker, ...times }]
      })
    },

    /** The language of the text behind a link, in a list that is empty for an id of none. */
    async languagesOf(id: string): Promise<Language[]> {
      const language = await store.findLanguage(id)
      return language ? [language] : []
    },

    /** Lets a link expire now. @throws {Problem} 404 when no such link works. */
    async revoke(id: string): Promise<void> {
      if (!(await store.expire(id, clock.now()))) throw new Problem('not_found', 404)
    },
  }
}
export type Sharing = ReturnType<typeof createSharing>
