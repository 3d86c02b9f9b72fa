import type { Translate } from '#admin/kit/texts/texts.ts'
import { flagsOf, markOf, marks, stateFlags } from '#features/content/admin/content-state.ts'
import { contentTitle } from '#features/content/admin/parts/content-title.ts'
import {
  type ContentEntry,
  type ContentGroup,
  type ContentState,
  contentGroup,
} from '#features/content/contract.ts'
import { matchesQuery } from '#shared/fold-text.ts'
import { isLanguage, type Language, languages } from '#shared/languages.ts'
import { isSimilar } from '#shared/similar-text.ts'

/** The states and flags that the list can be filtered by. */
export const stateFilters = [...marks, ...stateFlags] as const
export type StateFilter = (typeof stateFilters)[number]

/** The filter of the list of texts, which its address contains. */
export interface ContentFilter {
  search: string
  state: StateFilter | undefined
  language: Language | undefined
}

/** Reads the filter from the query; ignores unknown values. */
export function readFilter(params: URLSearchParams): ContentFilter {
  const language = params.get('language')
  return {
    search: params.get('search') ?? '',
    state: stateFilters.find((state) => state === params.get('state')),
    language: isLanguage(language) ? language : undefined,
  }
}

/** Writes the filter as a query, without empty values. */
export function writeFilter({ search, state, language }: ContentFilter): Record<string, string> {
  return { ...(search && { search }), ...(state && { state }), ...(language && { language }) }
}

function isInState(state: ContentState, wanted: StateFilter): boolean {
  return markOf(state) === wanted || flagsOf(state).some((flag) => flag === wanted)
}

/** The texts of one page. */
export interface EntryGroup {
  group: ContentGroup
  entries: ContentEntry[]
}

/**
 * The texts that match a filter, grouped by page, without empty groups. A state must match in the chosen language, or in
 * any.
 */
export function filterEntries(
  entries: readonly ContentEntry[],
  { search, state, language }: ContentFilter,
  t: Translate,
): EntryGroup[] {
  return groupEntries(entries, { state, language }, (text) => matchesQuery(text, search), t)
}

/** The texts that a search with typos may mean, of those that the rest of the filter allows. */
export function findSimilarEntries(
  entries: readonly ContentEntry[],
  { search, ...filter }: ContentFilter,
  t: Translate,
): EntryGroup[] {
  return groupEntries(entries, filter, (text) => isSimilar(text, search), t)
}

function groupEntries(
  entries: readonly ContentEntry[],
  { state, language }: Omit<ContentFilter, 'search'>,
  isFound: (text: string) => boolean,
  t: Translate,
): EntryGroup[] {
  const within = language ? [language] : languages
  const groups = new Map<ContentGroup, ContentEntry[]>()
  for (const entry of entries) {
    if (!isFound(`${contentTitle(entry.key, t)} ${entry.key}`)) continue
    if (state && !within.some((code) => isInState(entry.languages[code], state))) continue
    const group = contentGroup(entry.key)
    groups.set(group, [...(groups.get(group) ?? []), entry])
  }
  return [...groups].map(([group, fitting]) => ({ group, entries: fitting }))
}
