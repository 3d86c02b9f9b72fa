import type { Core } from '#core.ts'
import type { Language } from '#shared/languages.ts'
import type { SearchHit } from '#shared/search/hit.ts'
import { findBestMatch, findSimilarMatch, type Span } from '#shared/search/matches.ts'
import type { SearchSource } from '#shared/search/source.ts'
import type { TextSource, TextState } from '#shared/search/text-source.ts'
import { createCopyStore, placeOf } from './copy-store.ts'
import { excerptAround, excerptWidth } from './excerpt.ts'
import { createSearchStore } from './store.ts'
import { createRefresh } from './text-copies.ts'

/** How many similar texts are compared letter by letter. */
const mostCompared = 20

/** A text that was found; without an excerpt when the match is in its title alone. */
interface FoundText<Item extends string> extends Pick<TextState<Item>, 'item' | 'language'> {
  excerpt: string | undefined
}

/** What other features need of the search; it depends on none of them. */
export function createSearchRecords({ db }: Pick<Core, 'db'>) {
  const store = createSearchStore(db)
  const copies = createCopyStore(db)
  return {
    /** A `CreateTextSearch`. */
    createTextSearch<Item extends string>(source: TextSource<Item>): SearchSource {
      const { name, order, permission } = source
      const refresh = createRefresh(copies, source)
      return {
        ...{ name, order, permission },
        async find({ words, language, limit }) {
          const current = await refresh()
          const rows = await store.find(name, { words, language, limit })
          const found = rows.flatMap((row) => {
            const state = current.get(placeOf(row))
            return state ? toFound(state, row.text, findBestMatch(row.text, words, excerptWidth)) : []
          })
          return toHits(source, found, language)
        },

        async findSimilar({ words, language, limit }) {
          const current = await refresh()
          const found = new Map<Item, FoundText<Item>>()
          for (const row of await store.findSimilar(name, words, mostCompared)) {
            const state = current.get(placeOf(row))
            if (!state || found.has(state.item)) continue
            const match = findSimilarMatch(row.text, words)
            if (match || findSimilarMatch(row.foldedTitle, words))
              found.set(state.item, toFound(state, row.text, match))
          }
          return toHits(source, [...found.values()].slice(0, limit), language)
        },
      }
    },
  }
}

function toFound<Item extends string>(
  { item, language }: TextState<Item>,
  text: string,
  match: Span | undefined,
): FoundText<Item> {
  return { item, language, excerpt: match && excerptAround(text, match) }
}

async function toHits<Item extends string>(
  { describe }: TextSource<Item>,
  found: readonly FoundText<Item>[],
  reader: Language,
): Promise<SearchHit[]> {
  const descriptions = await describe(
    found.map(({ item }) => item),
    reader,
  )
  return found.flatMap(({ item, language, excerpt = null }, index) => {
    const description = descriptions[index]
    if (!description) return []
    // One that is found by its title is read in the reader's own language.
    const shown = excerpt === null ? reader : language
    return {
      ...{ id: item, label: description.label, detail: description.detail, excerpt },
      ...{ language: shown === reader ? null : shown, path: description.pathIn(shown) },
    }
  })
}
