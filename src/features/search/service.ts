import type { Translate } from '#platform/catalogues.ts'
import type { Language } from '#shared/languages.ts'
import { isAllowed } from '#shared/permissions.ts'
import type { Member } from '#shared/roles.ts'
import type { SearchSource } from '#shared/search/source.ts'
import { searchWordsOf } from '#shared/search/words.ts'
import type { SearchGroup, SearchResult } from './contract.ts'

/** How many hits of a kind are shown. */
const mostHits = 5

export interface SearchOptions {
  translator(language: Language): Translate
  /** The sources of all features. */
  listSources(): readonly SearchSource[]
}

/** Searches everything that a user may read. */
export function createSearch({ translator, listSources }: SearchOptions) {
  return {
    /** What has all the words of a query; if there is nothing, what it may mean. */
    async search(
      query: string,
      { reader, language }: { reader: Member; language: Language },
    ): Promise<SearchResult> {
      const words = searchWordsOf(query)
      if (words.length === 0) return { are_similar: false, groups: [] }
      const sources = listSources()
        .filter(({ permission }) => isAllowed(reader, permission))
        .toSorted((one, other) => one.order - other.order)
      const t = translator(language)

      async function ask(how: 'find' | 'findSimilar'): Promise<SearchGroup[]> {
        // One more tells whether there are more.
        const request = { words, reader, language, limit: mostHits + 1 }
        const found = await Promise.all(sources.map((source) => source[how](request)))
        return sources.flatMap(({ name, listPath }, index) => {
          const hits = found[index] ?? []
          if (hits.length === 0) return []
          const hasMore = how === 'find' && hits.length > mostHits
          return {
            ...{ name, label: t(`admin:search.groups.${name}`), hits: hits.slice(0, mostHits) },
            more_path: (hasMore && listPath?.(query)) || null,
          }
        })
      }

      const exact = await ask('find')
      if (exact.length > 0) return { are_similar: false, groups: exact }
      const similar = await ask('findSimilar')
      return { are_similar: similar.length > 0, groups: similar }
    },
  }
}
export type Search = ReturnType<typeof createSearch>
