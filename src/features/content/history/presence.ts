import type { Presence } from '#features/content/contract.ts'
import { presenceLifetime } from '#features/content/model.ts'
import { createStateStore } from '#features/content/state-store.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import type { FindNames } from '#shared/user.ts'
import { createPresenceStore, type OpenEditor } from './presence-store.ts'

interface PresenceOptions {
  db: Database
  clock: Clock
  findNames: FindNames
}

/** Who has which text open. It is stored in the database, so that all processes know it. */
export function createPresence({ db, clock, findNames }: PresenceOptions) {
  const store = createPresenceStore(db)
  const texts = createStateStore(db)

  return {
    /** Records that an editor is open; returns who else has the key open and which versions are the newest. */
    async heartbeat(open: OpenEditor, language: Language): Promise<Presence> {
      const now = clock.now()
      const expired = new Date(now.getTime() - presenceLifetime)
      await store.upsert({ ...open, language, seenAt: now })
      await store.deleteSeenUntil(open.key, expired)
      const [others, newest] = await Promise.all([
        store.listOthers(open, expired),
        texts.listNewestAuthors(open.key),
      ])
      const names = await findNames([
        ...others.map(({ userId }) => userId),
        ...newest.flatMap(({ author_id }) => author_id ?? []),
      ])
      const findUser = (id: string | null) => {
        const name = id === null ? undefined : names.get(id)
        return id === null || name === undefined ? null : { id, name }
      }
      return {
        others: others
          .flatMap(({ userId, ...other }) => {
            const user = findUser(userId)
            return user ? [{ ...other, user }] : []
          })
          .sort((a, b) => compare(a.user.name, b.user.name) || compare(a.editor, b.editor)),
        newest: Object.fromEntries(
          newest.map((row) => [row.language, { version: row.version, author: findUser(row.author_id) }]),
        ),
      }
    },

    /** Records that an editor was closed. */
    leave: (open: OpenEditor): Promise<void> => store.delete(open),
  }
}
export type ContentPresence = ReturnType<typeof createPresence>

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
