import type { Language } from '#shared/languages.ts'
import type { Permission } from '#shared/permissions.ts'
import type { Member } from '#shared/roles.ts'
import type { SearchHit } from './hit.ts'

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
