import type { Language } from '#shared/languages.ts'
import type { Permission } from '#shared/permissions.ts'
import type { Member } from '#shared/roles.ts'

/** Something that a search has found. */
export interface SearchHit {
  id: string
  /** What it is called, in the language of the reader or its own. */
  label: string
  /** What tells it from others of that name, such as an address or a state. */
  detail: string | null
  /** The words around the match, in `language`. */
  excerpt: string | null
  /** The language of the text that was found, where that is not the reader's. */
  language: Language | null
  /** Where it is shown in the panel. */
  path: string
}

/** What is searched for, and by whom. */
export interface SearchRequest {
  /** Folded words, which must all occur (`searchWordsOf`). There is at least one. */
  words: readonly string[]
  reader: Member
  language: Language
  limit: number
}

/** What a feature has for the search box. */
export interface SearchSource {
  /** What its hits are called is the text `admin:search.groups.<name>`. */
  name: string
  /** Its place among the groups. */
  order: number
  /** What a user needs to search it. */
  permission: Permission
  /** What has all the words, the most fitting first. */
  find(request: SearchRequest): Promise<SearchHit[]>
  /** What the words may mean when they have typos, the most similar first. */
  findSimilar(request: SearchRequest): Promise<SearchHit[]>
  /** The screen that lists everything that matches. */
  listPath?(query: string): string
}
