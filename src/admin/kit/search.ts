import type { ApiClient } from '#admin/kit/api/api-client.ts'
import type { TextKey, Translate } from '#admin/kit/texts/texts.ts'

type GroupOf<Key> = Key extends `search.${infer Group}` ? Group : never

/** Something the search box can lead to. */
export interface SearchItem {
  id: string
  /** The group it is listed in, named by the text `search.<group>`. */
  group: GroupOf<TextKey>
  label: string
  /** What tells it apart: a key, an address. */
  detail?: string
  to: string
}

/** What a feature lets the search box find. Each feature that has something exports one from `admin/search.ts`. */
export interface SearchSource {
  /** The sources stand by it. */
  order: number
  /** What is known without asking the server. */
  list?: (t: Translate) => SearchItem[]
  remote?: {
    /** The first part of the key of its query, by which what it found is dropped once it has changed. */
    queryKey: string
    /** What the server finds. */
    find: (query: string, api: ApiClient, signal: AbortSignal) => Promise<SearchItem[]>
  }
}
