import type {
  ContentItem,
  ContentKey,
  TranslationOrder,
  TranslationSample,
} from '#features/content/contract.ts'
import { addVersion, toItem } from '#features/content/history/versions.ts'
import { splitBlocks } from '#features/content/sanitizing/blocks.ts'
import { hasSameStructure } from '#features/content/sanitizing/same-structure.ts'
import type { Sanitizer } from '#features/content/sanitizing/sanitizer.ts'
import { appendSearchTexts, detachSearchTexts, findLacking } from '#features/content/search-texts.ts'
import type { Sources } from '#features/content/sources.ts'
import { createContentStore } from '#features/content/store.ts'
import type { Clock } from '#platform/clock.ts'
import type { MachineTranslation } from '#platform/machine-translation.ts'
import type { Database } from '#platform/postgres.ts'
import { type Language, sourceLanguage } from '#shared/languages.ts'
import { hasFewElements, isShallow } from '#shared/markup.ts'
import { Problem } from '#shared/problem.ts'

export interface MachineDraftOptions {
  db: Database
  clock: Clock
  sources: Sources
  sanitize: Sanitizer
  /** What the site shows of a text while nothing is published. */
  builtIn: (key: ContentKey, language: Language) => string
  machine: MachineTranslation
}

/** The language of the sample for those who read the source language. */
const sampleLanguage: Language = 'en'

/** Drafts that a machine translates from what the site shows. */
export function createMachineDrafts({ db, clock, sources, sanitize, builtIn, machine }: MachineDraftOptions) {
  const store = createContentStore(db)

  /** What the site shows of a text in one language, and the fingerprints of the source that it was made from. */
  async function readOriginal(key: ContentKey, language: Language) {
    const [row, source] = await Promise.all([store.findPublished(key, language), sources.find(db, key)])
    const basis = language === sourceLanguage ? source.fingerprints : row ? row.basis : sources.builtInOf(key)
    return { row, html: row?.content ?? builtIn(key, language), basis: [...(basis ?? source.fingerprints)] }
  }

  /** @throws {Problem} 503 unless the translation has the structure of the original */
  async function cleanTranslation(original: string, translation: string): Promise<string> {
    if (!hasFewElements(translation) || !isShallow(translation)) throw garbled()
    const { html } = await sanitize(translation)
    if (!hasSameStructure(original, translation) || !hasSameStructure(original, html)) throw garbled()
    return html
  }

  return {
    /**
     * Has a machine translate what the site shows of one language, and saves that as a draft marked as a machine's. Search
     * texts that the translation has stay as they are; those that it lacks are translated too.
     * @throws {Problem} 503 with what went wrong; 409 when someone saved a version meanwhile.
     */
    async translate({ key, from, to }: TranslationOrder, userId: string): Promise<ContentItem> {
      if (!machine.isAvailable()) throw new Problem('translation_unavailable', 503)
      const before = await store.findNewest(key, to)
      const { row, html, basis } = await readOriginal(key, from)
      const lacking = findLacking(before, row)
      const original = appendSearchTexts((await sanitize(html)).html, row, lacking)
      const clean = await cleanTranslation(original, await machine.translate({ html: original, from, to }))
      const { content, texts } = detachSearchTexts(clean, lacking)
      const draft = {
        ...{ key, language: to, content },
        version: (before?.version ?? 0) + 1,
        seoTitle: before?.seoTitle ?? '',
        seoDescription: before?.seoDescription ?? '',
        seoKeywords: before?.seoKeywords ?? '',
        ...texts,
        basis: to === sourceLanguage ? null : basis,
        madeBy: 'machine' as const,
        restoredFrom: null,
      }
      const by = { now: clock.now(), action: 'translate' as const, actorId: userId }
      return toItem(await db.transaction((transaction) => addVersion(transaction, draft, by)))
    },

    /** Has a machine translate a sentence of the site, and saves nothing. @throws {Problem} 503 with what went wrong */
    async test(to: Language): Promise<TranslationSample> {
      const from = to === sourceLanguage ? sampleLanguage : sourceLanguage
      const sample = splitBlocks(builtIn('home-hero', from)).find(({ tag }) => tag === 'p')
      if (!sample) throw new Error('the sample has no paragraph')
      const html = await machine.translate({ html: sample.html, from, to })
      const [translated] = splitBlocks(await cleanTranslation(sample.html, html))
      return { from, to, original: sample.text, translation: translated?.text ?? '' }
    },
  }
}
export type MachineDrafts = ReturnType<typeof createMachineDrafts>

function garbled(): Problem {
  return new Problem('translation_garbled', 503)
}
