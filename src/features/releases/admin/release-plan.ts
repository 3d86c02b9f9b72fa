import {
  type ContentEntry,
  type ContentKey,
  type ContentState,
  contentKeys,
} from '#features/content/contract.ts'
import type { ReleaseItem } from '#features/releases/contract.ts'
import { type Language, languages } from '#shared/languages.ts'

/** What a release does to a text: publishes a version, or takes it off the site (null). */
export type Choice = number | null

/** The choices for a text, the most likely first. `chosen` stays among them when there is a newer version. */
export function listChoices(state: ContentState | undefined, chosen?: Choice): Choice[] {
  if (!state) return chosen === undefined ? [] : [chosen]
  const choices = new Set<Choice>()
  if (state.version > 0 && state.has_content) choices.add(state.version)
  if (state.published_version !== null) choices.add(state.published_version)
  if (chosen !== undefined && chosen !== null) choices.add(chosen)
  if (state.published_version !== null || chosen === null) choices.add(null)
  return [...choices]
}

/** The state of a text in a language. */
export function findState(entries: readonly ContentEntry[], key: ContentKey, language: Language) {
  return entries.find((entry) => entry.key === key)?.languages[language]
}

const isText = (key: ContentKey, language: Language) => (item: ReleaseItem) =>
  item.key === key && item.language === language

/** The chosen item of a text, if it is in the release. */
export function findItem(
  items: readonly ReleaseItem[],
  key: ContentKey,
  language: Language,
): ReleaseItem | undefined {
  return items.find(isText(key, language))
}

/** Adds a text to a release with the most likely choice, or removes it. */
export function toggleText(
  items: readonly ReleaseItem[],
  entries: readonly ContentEntry[],
  key: ContentKey,
  language: Language,
): ReleaseItem[] {
  if (findItem(items, key, language)) return items.filter((item) => !isText(key, language)(item))
  const [version] = listChoices(findState(entries, key, language))
  return version === undefined ? [...items] : inOrder([...items, { key, language, version }])
}

/** Changes the choice for a text of a release. */
export function chooseVersion(items: readonly ReleaseItem[], chosen: ReleaseItem): ReleaseItem[] {
  return items.map((item) => (isText(chosen.key, chosen.language)(item) ? chosen : item))
}

/** Adds the newest version of every text that has an unpublished draft. */
export function addWaiting(items: readonly ReleaseItem[], entries: readonly ContentEntry[]): ReleaseItem[] {
  const added = entries.flatMap(({ key, languages: states }) =>
    languages.flatMap((language): ReleaseItem[] => {
      const state = states[language]
      const isWaiting = state.has_content && state.published_version !== state.version
      return isWaiting && !findItem(items, key, language) ? [{ key, language, version: state.version }] : []
    }),
  )
  return inOrder([...items, ...added])
}

/** Sorts by the order of the site's texts and languages. */
function inOrder(items: ReleaseItem[]): ReleaseItem[] {
  const place = ({ key, language }: ReleaseItem) =>
    contentKeys.indexOf(key) * languages.length + languages.indexOf(language)
  return items.sort((a, b) => place(a) - place(b))
}

/** Whether two plans have the same texts and versions, in any order. */
export function isSamePlan(a: readonly ReleaseItem[], b: readonly ReleaseItem[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ key, language, version }) => findItem(b, key, language)?.version === version)
  )
}

/** The effect of an item: what is published now, whether it changes, and any version newer than the chosen one. */
export function describeEffect(entries: readonly ContentEntry[], item: ReleaseItem) {
  const state = findState(entries, item.key, item.language)
  const live = state?.published_version ?? null
  const newest = state?.has_content ? state.version : undefined
  return {
    live,
    changes: live !== item.version,
    newer: newest !== undefined && item.version !== null && newest > item.version ? newest : undefined,
    choices: listChoices(state, item.version),
  }
}
