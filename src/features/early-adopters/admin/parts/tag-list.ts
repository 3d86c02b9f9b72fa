import type { LeadTag, Tag } from '#features/early-adopters/tags/contract.ts'
import { foldText } from '#shared/fold-text.ts'

/** The tag with an id, or the one that it was merged into. */
export function findTag(tags: readonly Tag[], id: string): Tag | undefined {
  return tags.find((tag) => tag.id === id || tag.merged_ids.includes(id))
}

/** The tags as the choices of a list; chosen ones that are gone are named `gone`. */
export function listTagChoices(tags: readonly Tag[], chosen: readonly string[], gone: string) {
  const missing = chosen.filter((id) => !findTag(tags, id))
  return [
    ...tags.map(({ id, name }) => ({ value: id, label: name })),
    ...missing.map((id) => ({ value: id, label: gone })),
  ]
}

/** The tags of a lead and, in their places, those that were taken away and not given back. */
export function listWithTaken(tags: readonly LeadTag[], taken: readonly LeadTag[]) {
  const byName = new Map(taken.map((tag) => [foldText(tag.name), { tag, isTaken: true }]))
  for (const tag of tags) byName.set(foldText(tag.name), { tag, isTaken: false })
  return [...byName].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}
