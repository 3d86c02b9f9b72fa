import type { ApiClient } from '#admin/kit/api/api-client.ts'
import type { TextKey, Translate } from '#admin/kit/texts/texts.ts'

type GroupOf<Key> = Key extends `search.${infer Group}` ? Group : never

/** Something the search box can lead to. */
export interface SearchItem {
  id: string
  /** The group it is listed in, named by the text `search.<group>`. */
  group: GroupOf<TextKey>
  label: string
  /** A detail that identifies it, such as a key or an address. */
  detail?: string
  to: string
}

/** A source of search results. A feature exports its source from `admin/search.ts`. */
export interface SearchSource {
  /** The position among the sources. */
  order: number
  /** Results that need no request. */
  list?: (t: Translate) => SearchItem[]
  remote?: {
    /** The first part of its query key, by which cached results are invalidated. */
    queryKey: string
    /** Results from the server. */
    find: (query: string, api: ApiClient, signal: AbortSignal) => Promise<SearchItem[]>
    /** What a query that found nothing may mean. */
    findSimilar?: (query: string, api: ApiClient, signal: AbortSignal) => Promise<SearchItem[]>
  }
}
