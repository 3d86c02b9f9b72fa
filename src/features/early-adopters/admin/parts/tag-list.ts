import type { Tag } from '#features/early-adopters/tags/contract.ts'

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
