import { setImmediate } from 'node:timers/promises'
import { and, desc, eq, lt } from 'drizzle-orm'
import { recordActions } from '#features/content/actions.ts'
import {
  type ContentItem,
  type ContentKey,
  contentKeys,
  type Excerpt,
  type TranslationOrder,
  type TranslationState,
} from '#features/content/contract.ts'
import { addVersion, staleVersion, toItem } from '#features/content/history/versions.ts'
import { compareBlocks, type KnownBlock } from '#features/content/sanitizing/block-changes.ts'
import { areSameBlocks, type Block, digestOf, splitBlocks } from '#features/content/sanitizing/blocks.ts'
import { hasSameStructure } from '#features/content/sanitizing/same-structure.ts'
import type { Sanitizer } from '#features/content/sanitizing/sanitizer.ts'
import { appendSearchTexts, detachSearchTexts, findLacking } from '#features/content/search-texts.ts'
import { isOutdated, type Source, type Sources } from '#features/content/sources.ts'
import { createContentStore } from '#features/content/store.ts'
import { contentVersions } from '#features/content/table.ts'
import type { Clock } from '#platform/clock.ts'
import type { MachineTranslation } from '#platform/machine-translation.ts'
import type { Database } from '#platform/postgres.ts'
import { type Language, sourceLanguage } from '#shared/languages.ts'
import { hasFewElements, isShallow } from '#shared/markup.ts'
import { Problem } from '#shared/problem.ts'

interface TranslationOptions {
  db: Database
  clock: Clock
  sources: Sources
  sanitize: Sanitizer
  /** What the site shows of a text while nothing is published. */
  builtIn: (key: ContentKey, language: Language) => string
  /** Undefined while no machine is configured. */
  machine: MachineTranslation | undefined
}

/** How many older source texts are looked through for the words of what has changed since. */
const mostSearched = 1_000
const excerptLength = 320

/** Where translations stand to their source, and the machine that makes them. */
export function createTranslation({ db, clock, sources, sanitize, builtIn, machine }: TranslationOptions) {
  const store = createContentStore(db)

  async function findNewest(on: Database, key: ContentKey, language: Language) {
    const texts = createContentStore(on)
    return texts.findVersion(key, language, await texts.newestVersion(key, language))
  }

  /** The blocks of a basis with their words, as far as a source text that held them is still known. */
  async function recall(key: ContentKey, basis: readonly string[]): Promise<KnownBlock[]> {
    const known = new Map<string, Block>()
    const missing = new Set(basis)
    const look = (html: string) => {
      for (const block of splitBlocks(html)) {
        if (missing.delete(block.fingerprint)) known.set(block.fingerprint, block)
      }
    }
    look(builtIn(key, sourceLanguage))
    let before = 2 ** 31 - 1
    for (let looked = 0; missing.size > 0 && looked < mostSearched; ) {
      const { version, content, language } = contentVersions
      const rows = await db
        .select({ version, content })
        .from(contentVersions)
        .where(and(eq(contentVersions.key, key), eq(language, sourceLanguage), lt(version, before)))
        .orderBy(desc(version))
        .limit(50)
      if (rows.length === 0) break
      for (const row of rows) {
        look(row.content)
        // Texts are long, and others are waiting.
        await setImmediate()
        before = row.version
        if (missing.size === 0) break
      }
      looked += rows.length
    }
    return basis.map((fingerprint) => known.get(fingerprint) ?? { fingerprint })
  }

  /** What a machine is given: what the site shows of a language, and the source that this was made from. */
  async function readOriginal(key: ContentKey, language: Language) {
    const [row, source] = await Promise.all([store.findPublished(key, language), sources.find(db, key)])
    const basis = language === sourceLanguage ? source.fingerprints : row ? row.basis : sources.builtInOf(key)
    return { row, html: row?.content ?? builtIn(key, language), basis: [...(basis ?? source.fingerprints)] }
  }

  return {
    /** Where the translation of a text into one language stands, with what changed in the source since. */
    async describe(key: ContentKey, language: Language): Promise<TranslationState> {
      const [row, source] = await Promise.all([findNewest(db, key, language), sources.find(db, key)])
      const outdated = row !== undefined && isOutdated(row, source.fingerprints)
      return {
        id: row?.id ?? null,
        version: row?.version ?? 0,
        outdated,
        made_by: row?.madeBy ?? 'person',
        source_version: source.version,
        source: digestOf(source.fingerprints),
        changes: outdated ? compareBlocks(await recall(key, row.basis ?? []), splitBlocks(source.html)) : [],
        machine: machine !== undefined,
      }
    },

    /**
     * Says that a translation is right as it is: for the source as it is now, and whoever made it. `seen` names the
     * source that was looked at. @throws {Problem} 404; 409 when the version is not the newest, or the source another.
     */
    async confirm(id: string, seen: string | undefined, userId: string): Promise<ContentItem> {
      const found = await store.find(id)
      if (!found) throw new Problem('content_not_found', 404)
      return db.transaction(async (transaction) => {
        const texts = createContentStore(transaction)
        await texts.lockText(found.key, found.language)
        const newest = await texts.newestVersion(found.key, found.language)
        if (newest !== found.version) throw staleVersion(newest)
        const source = await sources.find(transaction, found.key)
        if (seen !== undefined && seen !== digestOf(source.fingerprints)) throw sourceChanged(source)
        const basis = await sources.basisFor(transaction, found.key, found.language)
        // Its time stays: on the site nothing has changed.
        const [row] = await transaction
          .update(contentVersions)
          .set({ basis, madeBy: 'person' })
          .where(eq(contentVersions.id, id))
          .returning()
        if (!row) throw new Error('a version vanished while it was being confirmed')
        const isNews =
          found.madeBy === 'machine' || (basis !== null && !areSameBlocks(basis, found.basis ?? []))
        if (isNews) {
          const { key, language, version } = row
          await recordActions(transaction, [
            { at: clock.now(), action: 'confirm', key, language, version, actorId: userId },
          ])
        }
        return toItem(row)
      })
    },

    /**
     * Has a machine translate what the site shows of one language, and saves that as a draft which says so. Search
     * texts that the translation has stay as they are; those that it lacks are translated too.
     * @throws {Problem} 503 with what went wrong; 409 when someone saved a version meanwhile.
     */
    async translate({ key, from, to }: TranslationOrder, userId: string): Promise<ContentItem> {
      if (!machine) throw new Problem('translation_unavailable', 503)
      const before = await findNewest(db, key, to)
      const { row, html, basis } = await readOriginal(key, from)
      const lacking = findLacking(before, row)
      const original = appendSearchTexts((await sanitize(html)).html, row, lacking)
      const answer = await machine.translate({ html: original, from, to })
      if (!hasFewElements(answer) || !isShallow(answer)) throw new Problem('translation_garbled', 503)
      const { html: clean } = await sanitize(answer)
      if (!hasSameStructure(original, answer) || !hasSameStructure(original, clean)) {
        throw new Problem('translation_garbled', 503)
      }
      const { content, texts } = detachSearchTexts(clean, lacking)
      return db.transaction(async (transaction) =>
        toItem(
          await addVersion(
            transaction,
            {
              ...{ key, language: to, content },
              version: (before?.version ?? 0) + 1,
              seoTitle: before?.seoTitle ?? '',
              seoDescription: before?.seoDescription ?? '',
              seoKeywords: before?.seoKeywords ?? '',
              ...texts,
              basis: to === sourceLanguage ? null : basis,
              madeBy: 'machine',
              restoredFrom: null,
            },
            { now: clock.now(), action: 'translate', actorId: userId },
          ),
        ),
      )
    },

    /** The beginning of what the site shows of each text in one language. */
    async listExcerpts(language: Language): Promise<Excerpt[]> {
      const published = new Map((await store.listPublished(language)).map((row) => [row.key, row.content]))
      return contentKeys.map((key) => {
        const html = published.get(key)
        return {
          key,
          published: html !== undefined,
          blocks: excerptOf(splitBlocks(html ?? builtIn(key, language))),
        }
      })
    },
  }
}
export type Translation = ReturnType<typeof createTranslation>

function excerptOf(blocks: readonly Block[]): Excerpt['blocks'] {
  const excerpt: Excerpt['blocks'] = []
  let left = excerptLength
  for (const { tag, text } of blocks) {
    if (left <= 0) break
    excerpt.push({ tag, text: text.slice(0, left) })
    left -= text.length
  }
  return excerpt
}

function sourceChanged({ fingerprints }: Source): Problem {
  return new Problem('source_changed', 409, { extra: { source: digestOf(fingerprints) } })
}
