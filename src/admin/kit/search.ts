import type { TextKey, Translate } from '#admin/kit/texts/texts.ts'
import type { Language } from '#shared/languages.ts'
import type { Permission } from '#shared/permissions.ts'

/** Something the search box can lead to. */
export interface SearchItem {
  id: string
  /** The group it is listed in. */
  group: { name: string; label: string }
  label: string
  /** What tells it from others of that name, such as an address. */
  detail?: string
  /** The words around the match, in `language`. */
  excerpt?: string
  /** The language of the text that was found, where that is not the reader's. */
  language?: Language
  /** Further words by which it is found. */
  terms?: string
  /** Whether it leads to the list of all that match. */
  isMore?: boolean
  to: string
}

/**
 * What the search box finds of a feature without asking the server, such as names that are in the panel's texts. A feature
 * exports it as `search` from `admin/search.ts`; what the server finds is declared in its `feature.ts`.
 */
export interface LocalSearch {
  name: string
  label: TextKey
  /** The permission that a user needs to be shown any of it. */
  permission: Permission
  list(t: Translate): Omit<SearchItem, 'group'>[]
}
