import type { SearchItem } from '#admin/kit/search.ts'
import { foldText, matchesQuery } from '#shared/fold-text.ts'
import { isSimilar } from '#shared/similar-text.ts'

/** The number of characters from which the server is queried. */
export const minQueryLength = 2
const mostPerGroup = 6

/** The items that match a query: those whose label begins with it first, a few of each group. */
export function findItems(items: readonly SearchItem[], query: string): SearchItem[] {
  const wanted = foldText(query)
  if (wanted === '') return items.filter(({ group }) => group === 'screens')
  const begins = (item: SearchItem) => (foldText(item.label).startsWith(wanted) ? 0 : 1)
  const fitting = items.filter(({ label, detail = '' }) => matchesQuery(`${label} ${detail}`, wanted))
  return takeFew(
    items,
    fitting.sort((a, b) => begins(a) - begins(b)),
  )
}

/** The items that a query with typos may mean, a few of each group. */
export function findSimilarItems(items: readonly SearchItem[], query: string): SearchItem[] {
  return takeFew(
    items,
    items.filter(({ label }) => isSimilar(label, query)),
  )
}

/** The first few of each group, screens first, then in the order of all items. */
function takeFew(items: readonly SearchItem[], fitting: readonly SearchItem[]): SearchItem[] {
  const groups = new Set(['screens', ...items.map(({ group }) => group)])
  const groupOrder = [...groups]
  const counts = new Map<string, number>()
  return fitting
    .filter(({ group }) => {
      const count = counts.get(group) ?? 0
      counts.set(group, count + 1)
      return count < mostPerGroup
    })
    .sort((a, b) => groupOrder.indexOf(a.group) - groupOrder.indexOf(b.group))
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
