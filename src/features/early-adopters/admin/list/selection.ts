import type { EarlyAdopter } from '#features/early-adopters/contract.ts'

/** The selection: some leads, also from several pages, or everyone who matches the filter of the list. */
export type Selection = { kind: 'some'; people: ReadonlyMap<string, EarlyAdopter> } | { kind: 'all' }

export const nobody: Selection = { kind: 'some', people: new Map() }

export function isChosen(selection: Selection, person: EarlyAdopter): boolean {
  return selection.kind === 'all' || selection.people.has(person.id)
}

/** How many leads of a list of `total` are selected. */
export function countChosen(selection: Selection, total: number): number {
  return selection.kind === 'all' ? total : selection.people.size
}

/** Selects or deselects leads. Deselecting some of everyone leaves the others on the page selected. */
export function choose(
  selection: Selection,
  people: readonly EarlyAdopter[],
  isWanted: boolean,
  page: readonly EarlyAdopter[] = people,
): Selection {
  const chosen = new Map(
    selection.kind === 'all' ? page.map((person) => [person.id, person]) : selection.people,
  )
  for (const person of people) {
    if (isWanted) chosen.set(person.id, person)
    else chosen.delete(person.id)
  }
  return { kind: 'some', people: chosen }
}
