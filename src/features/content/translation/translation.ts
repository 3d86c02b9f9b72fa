import {
  type ContentItem,
  type ContentKey,
  contentKeys,
  type Excerpt,
  type TranslationState,
} from '#features/content/contract.ts'
import { createActionStore } from '#features/content/history/action-store.ts'
import { staleVersion, toItem } from '#features/content/history/versions.ts'
import { createContentListStore } from '#features/content/list-store.ts'
import { compareBlocks } from '#features/content/sanitizing/block-changes.ts'
import { areSameBlocks, type Block, digestOf, splitBlocks } from '#features/content/sanitizing/blocks.ts'
import { isOutdated, type Source, type Sources } from '#features/content/sources.ts'
import { createContentStore } from '#features/content/store.ts'
import { createTaskStore } from '#features/content/tasks/task-store.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { type Language, sourceLanguage } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import { findKnownBlocks } from './known-blocks.ts'

interface TranslationOptions {
  db: Database
  clock: Clock
  sources: Sources
  /** What the site shows of a text while nothing is published. */
  builtIn: (key: ContentKey, language: Language) => string
  /** Whether a machine can translate now. */
  hasMachine: () => boolean
}

const excerptLength = 320

/** How translations compare to their source. */
export function createTranslation({ db, clock, sources, builtIn, hasMachine }: TranslationOptions) {
  const store = createContentStore(db)
  const lists = createContentListStore(db)

  async function listChanges(key: ContentKey, basis: readonly string[], source: Source) {
    const options = { store: lists, builtIn: builtIn(key, sourceLanguage) }
    return compareBlocks(await findKnownBlocks(key, basis, options), splitBlocks(source.html))
  }

  return {
    /** How the translation of a text into one language compares to its source, with the changes there since. */
    async describe(key: ContentKey, language: Language): Promise<TranslationState> {
      const [row, source] = await Promise.all([store.findNewest(key, language), sources.find(db, key)])
      const outdated = row !== undefined && isOutdated(row, source.fingerprints)
      return {
        id: row?.id ?? null,
        version: row?.version ?? 0,
        outdated,
        made_by: row?.madeBy ?? 'person',
        source_version: source.version,
        source: digestOf(source.fingerprints),
        changes: outdated ? await listChanges(key, row.basis ?? [], source) : [],
        machine: hasMachine(),
      }
    },

    /**
     * Confirms that a translation is right as it is for the current source. `seen` names the source that the user looked
     * at. @throws {Problem} 404; 409 when the version is not the newest, or the source is another
     */
    async confirm(id: string, seen: string | undefined, userId: string): Promise<ContentItem> {
      const found = await store.find(id)
      if (!found) throw new Problem('content_not_found', 404)
      return db.transaction(async (transaction) => {
        const texts = createContentStore(transaction)
        await texts.lockText(found.key, found.language)
        const newest = await texts.getNewestVersion(found.key, found.language)
        if (newest !== found.version) throw staleVersion(newest)
        const source = await sources.find(transaction, found.key)
        if (seen !== undefined && seen !== digestOf(source.fingerprints)) throw sourceChanged(source)
        const basis = await sources.basisFor(transaction, found.key, found.language)
        const row = await texts.setConfirmed(id, basis)
        await createTaskStore(transaction).end(found.key, found.language)
        const hasChanged =
          found.madeBy === 'machine' || (basis !== null && !areSameBlocks(basis, found.basis ?? []))
        if (hasChanged) {
          const { key, language, version } = row
          await createActionStore(transaction).insert([
            { at: clock.now(), action: 'confirm', key, language, version, actorId: userId },
          ])
        }
        return toItem(row)
      })
    },

    /** The beginning of what the site shows of each text in one language. */
    async listExcerpts(language: Language): Promise<Excerpt[]> {
      const published = new Map((await lists.listPublished(language)).map((row) => [row.key, row.content]))
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
