import { areSameBlocks, splitBlocks } from '#features/content/sanitizing/blocks.ts'
import type { Translate } from '#platform/catalogues.ts'
import type { Database } from '#platform/postgres.ts'
import { type Language, sourceLanguage } from '#shared/languages.ts'
import { builtInText } from './built-in-text.ts'
import { type ContentKey, contentKeys } from './contract.ts'
import { createContentListStore } from './list-store.ts'
import { createContentStore } from './store.ts'

/** What the site shows of a text in the source language. */
export interface Source {
  /** Null while the built-in text is shown. */
  version: number | null
  html: string
  fingerprints: readonly string[]
}

const maxRemembered = 200

/**
 * The texts that translations are compared with: what the site shows of each key in the source language, published or
 * built in, as fingerprints of its blocks. `translator` gives the built-in texts.
 */
export function createSources(translator: (language: Language) => Translate) {
  const builtIn = (key: ContentKey) => builtInText(key, translator(sourceLanguage))
  const builtInFingerprints = new Map<ContentKey, string[]>()
  // The content of a version never changes, so its fingerprints are computed once.
  const remembered = new Map<string, string[]>()

  const fingerprintsOf = (html: string) => splitBlocks(html).map(({ fingerprint }) => fingerprint)

  function remember(id: string, html: string): string[] {
    const known = remembered.get(id)
    if (known) return known
    const fingerprints = fingerprintsOf(html)
    const [oldest] = remembered.keys()
    if (remembered.size >= maxRemembered && oldest !== undefined) remembered.delete(oldest)
    remembered.set(id, fingerprints)
    return fingerprints
  }

  function builtInOf(key: ContentKey): string[] {
    const known = builtInFingerprints.get(key) ?? fingerprintsOf(builtIn(key))
    builtInFingerprints.set(key, known)
    return known
  }

  /** The source of one text as it is now. */
  async function find(db: Database, key: ContentKey): Promise<Source> {
    const row = await createContentStore(db).findPublished(key, sourceLanguage)
    if (!row) return { version: null, html: builtIn(key), fingerprints: builtInOf(key) }
    return { version: row.version, html: row.content, fingerprints: remember(row.id, row.content) }
  }

  return {
    find,

    /** The fingerprints of all sources as they are now. */
    async findAll(db: Database): Promise<Map<ContentKey, readonly string[]>> {
      const store = createContentListStore(db)
      const published = await store.listPublishedSources()
      const unknown = published.flatMap(({ id }) => (remembered.has(id) ? [] : id))
      for (const { id, content } of await store.listContents(unknown)) remember(id, content)
      const sources = new Map<ContentKey, readonly string[]>(
        contentKeys.map((name) => [name, builtInOf(name)]),
      )
      for (const row of published) sources.set(row.key, remembered.get(row.id) ?? [])
      return sources
    },

    /** The fingerprints of the source that a new version is made from; null in the source language itself. */
    async basisFor(db: Database, key: ContentKey, language: Language): Promise<string[] | null> {
      return language === sourceLanguage ? null : [...(await find(db, key)).fingerprints]
    },

    builtInOf,
  }
}
export type Sources = ReturnType<typeof createSources>

/** Whether a translation was made from another source than this one; false where its source is not recorded. */
export function isOutdated(
  translation: { language: Language; basis: readonly string[] | null },
  fingerprints: readonly string[],
): boolean {
  const { language, basis } = translation
  return language !== sourceLanguage && basis !== null && !areSameBlocks(basis, fingerprints)
}
