import type { SearchItem } from '#admin/kit/search.ts'
import type { Translate } from '#admin/kit/texts/texts.ts'
import type { SearchResult } from '#features/search/contract.ts'
import { foldText, matchesQuery } from '#shared/fold-text.ts'
import { isSimilar } from '#shared/similar-text.ts'

/** The number of characters from which the server is queried. */
export const minQueryLength = 2
const mostPerGroup = 6

/** The items that match a query, a few of each group: those of that label first, then those whose label begins with it. */
export function findItems(items: readonly SearchItem[], query: string): SearchItem[] {
  const wanted = foldText(query)
  if (wanted === '') return items.filter(({ group }) => group.name === 'screens')
  const rank = ({ label }: SearchItem) => {
    const name = foldText(label)
    if (name === wanted) return 0
    if (name.startsWith(wanted)) return 1
    return matchesQuery(name, wanted) ? 2 : 3
  }
  const fitting = items.filter(({ label, detail = '', terms = '' }) =>
    matchesQuery(`${label} ${detail} ${terms}`, wanted),
  )
  return takeFew(
    items,
    fitting.sort((a, b) => rank(a) - rank(b)),
  )
}

/** The items that a query with typos may mean, a few of each group. */
export function findSimilarItems(items: readonly SearchItem[], query: string): SearchItem[] {
  return takeFew(
    items,
    items.filter(({ label }) => isSimilar(label, query)),
  )
}

/** The first few of each group, in the order in which the groups are among all items. */
function takeFew(items: readonly SearchItem[], fitting: readonly SearchItem[]): SearchItem[] {
  const groupOrder = [...new Set(items.map(({ group }) => group.name))]
  const counts = new Map<string, number>()
  return fitting
    .filter(({ group }) => {
      const count = counts.get(group.name) ?? 0
      counts.set(group.name, count + 1)
      return count < mostPerGroup
    })
    .sort((a, b) => groupOrder.indexOf(a.group.name) - groupOrder.indexOf(b.group.name))
}

/** What the server has found, with a link to all of a group where there are more. */
export function listFound({ groups }: SearchResult, t: Translate): SearchItem[] {
  return groups.flatMap(({ name, label, hits, more_path }) => {
    const group = { name, label }
    const items = hits.map(
      ({ id, label: own, detail, excerpt, language, path }): SearchItem => ({
        ...{ id, group, label: own, to: path },
        ...(detail !== null && { detail }),
        ...(excerpt !== null && { excerpt }),
        ...(language !== null && { language }),
      }),
    )
    const more = t('search.more', { group: label })
    return more_path === null
      ? items
      : [...items, { id: 'more', group, label: more, isMore: true, to: more_path }]
  })
}

/** The index that an arrow key moves to among `count` options; -1 is the text field. */
export function moveActive(active: number, key: string, count: number): number {
  if (count === 0) return -1
  if (key === 'ArrowDown') return active >= count - 1 ? 0 : active + 1
  if (key === 'ArrowUp') return active <= 0 ? count - 1 : active - 1
  return active
}

interface PressedKey {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  defaultPrevented: boolean
  isTyping: boolean
}

/** Whether a key press opens the search box: Ctrl or ⌘ with K anywhere, / outside text fields. */
export function asksForSearch({
  key,
  ctrlKey,
  metaKey,
  altKey,
  defaultPrevented,
  isTyping,
}: PressedKey): boolean {
  if (defaultPrevented || altKey) return false
  if ((ctrlKey || metaKey) && key.toLowerCase() === 'k') return true
  return key === '/' && !ctrlKey && !metaKey && !isTyping
}
