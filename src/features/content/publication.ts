import { isBlank } from '#features/content/sanitizing/sanitize.ts'
import type { Database } from '#platform/postgres.ts'
import { type Language, languageNames } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import { recordActions } from './actions.ts'
import type { ContentKey } from './contract.ts'
import { createContentStore } from './store.ts'

/** A text, and which of its versions is live or is to be; none when the page shows its built-in text. */
export interface TextVersion {
  key: ContentKey
  language: Language
  version: number | null
}

interface By {
  now: Date
  /** Nobody when the product itself does it. */
  actorId: string | null
  action: 'publish' | 'release' | 'roll_back'
}

/** Publishes several texts in a transaction that others begin and end, so that they go live together or not at all. */
export function createPublication() {
  return {
    /** @throws {Problem} 422 naming the first text whose version is not there or shows nothing */
    async check(db: Database, texts: readonly TextVersion[]): Promise<void> {
      for (const text of texts) if (text.version !== null) await getShowable(db, text, text.version)
    },

    /** What is live of these texts, in their order; nobody changes that until the transaction ends. */
    async lockLive<T extends TextVersion>(
      transaction: Database,
      texts: readonly T[],
    ): Promise<TextVersion[]> {
      const store = createContentStore(transaction)
      // Always in the same order, so that two who publish the same texts never wait for each other.
      for (const { key, language } of inLockOrder(texts)) await store.lockText(key, language)
      const live: TextVersion[] = []
      for (const { key, language } of texts) {
        const row = await store.findPublished(key, language)
        live.push({ key, language, version: row?.version ?? null })
      }
      return live
    },

    /**
     * Makes each text show the named version, or its built-in text. The texts must be locked.
     * @throws {Problem} 422 naming a text that cannot be shown; the transaction must then end without effect
     */
    async publish(transaction: Database, texts: readonly TextVersion[], by: By): Promise<void> {
      for (const text of texts) await publishOne(transaction, text, by)
    },
  }
}

async function publishOne(db: Database, text: TextVersion, { now, actorId, action }: By): Promise<void> {
  const { key, language, version } = text
  const store = createContentStore(db)
  const live = await store.findPublished(key, language)
  const write = (name: By['action'] | 'unpublish', acted: number) =>
    recordActions(db, [{ at: now, action: name, key, language, version: acted, actorId }])
  if (version === null) {
    if (!live) return
    await store.setPublished(live, false, now)
    await write('unpublish', live.version)
  } else {
    const row = await getShowable(db, text, version)
    if (row.published) return
    await store.setPublished(row, true, now)
    await write(action, version)
  }
}

async function getShowable(db: Database, { key, language }: TextVersion, version: number) {
  const row = await createContentStore(db).findVersion(key, language, version)
  const options = {
    params: { key, language: languageNames[language], version },
    extra: { text: { key, language, version } },
  }
  if (!row) throw new Problem('release_text_missing', 422, options)
  if (isBlank(row.content)) throw new Problem('release_text_blank', 422, options)
  return row
}

function inLockOrder(texts: readonly TextVersion[]): TextVersion[] {
  const nameOf = ({ key, language }: TextVersion) => `${key} ${language}`
  return [...texts].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
}
