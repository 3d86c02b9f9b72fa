import { isBlank } from '#features/content/sanitizing/sanitize.ts'
import type { Database } from '#platform/postgres.ts'
import { type Language, languageNames } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import type { ContentKey } from './contract.ts'
import type { RecordPublication } from './publication-record.ts'
import { createContentStore } from './store.ts'

/** A text and the version that is or will be published; null when the page shows its built-in text. */
export interface TextVersion {
  key: ContentKey
  language: Language
  version: number | null
}

interface By {
  now: Date
  /** Null when the product itself does it. */
  actorId: string | null
  action: 'publish' | 'release' | 'roll_back'
}

/** Publishes several texts in the caller's transaction, so that they go live together or not at all. */
export function createTextPublisher(recordPublication: RecordPublication) {
  return {
    /** @throws {Problem} 422 naming the first text whose version is missing or blank */
    async check(db: Database, texts: readonly TextVersion[]): Promise<void> {
      for (const text of texts) if (text.version !== null) await getPublishable(db, text, text.version)
    },

    /** Locks these texts until the transaction ends and returns their published versions, in the same order. */
    async lockLive<T extends TextVersion>(
      transaction: Database,
      texts: readonly T[],
    ): Promise<TextVersion[]> {
      const store = createContentStore(transaction)
      // Always in the same order, so that two transactions that lock the same texts cannot deadlock.
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
     * @throws {Problem} 422 naming a text that is missing or blank; the transaction must then be rolled back
     */
    async publish(transaction: Database, texts: readonly TextVersion[], by: By): Promise<void> {
      for (const text of texts) await publishOne(transaction, text, { ...by, recordPublication })
    },
  }
}

interface Publication extends By {
  recordPublication: RecordPublication
}

async function publishOne(
  db: Database,
  text: TextVersion,
  { now, actorId, action, recordPublication }: Publication,
): Promise<void> {
  const { key, language, version } = text
  const store = createContentStore(db)
  const live = await store.findPublished(key, language)
  const record = (name: By['action'] | 'unpublish', changed: number) =>
    recordPublication(db, { at: now, action: name, key, language, version: changed, actorId })
  if (version === null) {
    if (!live) return
    await store.setPublished(live, false, now)
    await record('unpublish', live.version)
  } else {
    const row = await getPublishable(db, text, version)
    if (row.published) return
    await store.setPublished(row, true, now)
    await record(action, version)
  }
}

async function getPublishable(db: Database, { key, language }: TextVersion, version: number) {
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
