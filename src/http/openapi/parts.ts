/** Whom the operations of the API are for, in the order of its description, with the titles of the groups. */
export const apiGroups = { public: 'For everyone', session: 'Signing in', team: 'For the team' } as const

/** A part of the API's description: the operations that have its name as their tag. */
export interface ApiPart {
  name: string
  description: string
  group: keyof typeof apiGroups
}

/** The parts in the order of the description: what everyone may call first. */
export function orderParts(parts: readonly ApiPart[]): ApiPart[] {
  return Object.keys(apiGroups).flatMap((group) => parts.filter((part) => part.group === group))
}

/** The groups with the names of their parts, for programs that show the description (`x-tagGroups`). */
export function groupParts(parts: readonly ApiPart[]): { name: string; tags: string[] }[] {
  return Object.entries(apiGroups).map(([group, name]) => ({
    name,
    tags: parts.filter((part) => part.group === group).map((part) => part.name),
  }))
}
