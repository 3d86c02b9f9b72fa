import { type ContentGroup, contentGroup, contentTitle } from '#admin/kit/content-title.ts'
import { matchesQuery } from '#admin/kit/match-query.ts'
import type { Translate } from '#admin/kit/texts.ts'
import type { ContentEntry } from '../contract.ts'

/** The texts of one page. */
export interface EntryGroup {
  group: ContentGroup
  entries: ContentEntry[]
}

/** The texts whose title or key fits a search, by page; pages without any are left out. */
export function filterEntries(entries: readonly ContentEntry[], search: string, t: Translate): EntryGroup[] {
  const groups = new Map<ContentGroup, ContentEntry[]>()
  for (const entry of entries) {
    if (!matchesQuery(`${contentTitle(entry.key, t)} ${entry.key}`, search)) continue
    const group = contentGroup(entry.key)
    groups.set(group, [...(groups.get(group) ?? []), entry])
  }
  return [...groups].map(([group, fitting]) => ({ group, entries: fitting }))
}
