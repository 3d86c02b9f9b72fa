import { and, eq, inArray } from 'drizzle-orm'
import { areSameBlocks, splitBlocks } from '#features/content/sanitizing/blocks.ts'
import type { Translate } from '#platform/catalogues.ts'
import type { Database } from '#platform/postgres.ts'
import { type Language, sourceLanguage } from '#shared/languages.ts'
import { builtInText } from './built-in-text.ts'
import { type ContentKey, contentKeys } from './contract.ts'
import { contentVersions } from './table.ts'

/** What the site shows of a text in the source language. */
export interface Source {
  /** Null while the built-in text is shown. */
  version: number | null
  html: string
  fingerprints: readonly string[]
}

const mostRemembered = 200

/**
 * What translations are judged by: the blocks that the site shows of each text in the source language, published or
 * built in. `translator` gives the built-in texts.
 */
export function createSources(translator: (language: Language) => Translate) {
  const builtIn = (key: ContentKey) => builtInText(key, translator(sourceLanguage))
  const builtInFingerprints = new Map<ContentKey, string[]>()
  // A version never changes, so what it consists of is worked out once.
  const remembered = new Map<string, string[]>()

  const fingerprintsOf = (html: string) => splitBlocks(html).map(({ fingerprint }) => fingerprint)

  function remember(id: string, html: string): string[] {
    const known = remembered.get(id)
    if (known) return known
    const fingerprints = fingerprintsOf(html)
    const [oldest] = remembered.keys()
    if (remembered.size >= mostRemembered && oldest !== undefined) remembered.delete(oldest)
    remembered.set(id, fingerprints)
    return fingerprints
  }

  function builtInOf(key: ContentKey): string[] {
    const known = builtInFingerprints.get(key) ?? fingerprintsOf(builtIn(key))
    builtInFingerprints.set(key, known)
    return known
  }

  const isPublished = and(eq(contentVersions.language, sourceLanguage), eq(contentVersions.published, true))

  /** The source of one text as it is now. */
  async function find(db: Database, key: ContentKey): Promise<Source> {
    const [row] = await db
      .select()
      .from(contentVersions)
      .where(and(isPublished, eq(contentVersions.key, key)))
    if (!row) return { version: null, html: builtIn(key), fingerprints: builtInOf(key) }
    return { version: row.version, html: row.content, fingerprints: remember(row.id, row.content) }
  }

  return {
    find,

    /** The fingerprints of all sources as they are now. */
    async findAll(db: Database): Promise<Map<ContentKey, readonly string[]>> {
      const { id, key, content } = contentVersions
      const published = await db.select({ id, key }).from(contentVersions).where(isPublished)
      const unknown = published.filter((row) => !remembered.has(row.id))
      if (unknown.length > 0) {
        const wanted = inArray(
          contentVersions.id,
          unknown.map((row) => row.id),
        )
        const rows = await db.select({ id, content }).from(contentVersions).where(wanted)
        for (const row of rows) remember(row.id, row.content)
      }
      const sources = new Map<ContentKey, readonly string[]>(
        contentKeys.map((name) => [name, builtInOf(name)]),
      )
      for (const row of published) sources.set(row.key, remembered.get(row.id) ?? [])
      return sources
    },

    /** What a version that is made now is made from; null for the source itself. */
    async basisFor(db: Database, key: ContentKey, language: Language): Promise<string[] | null> {
      return language === sourceLanguage ? null : [...(await find(db, key)).fingerprints]
    },

    builtInOf,
  }
}
export type Sources = ReturnType<typeof createSources>

/** Whether a translation was made from another source than this one. Of one that does not say from which, nothing is claimed. */
export function isOutdated(
  translation: { language: Language; basis: readonly string[] | null },
  fingerprints: readonly string[],
): boolean {
  const { language, basis } = translation
  return language !== sourceLanguage && basis !== null && !areSameBlocks(basis, fingerprints)
}
