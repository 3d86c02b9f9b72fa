import type { EarlyAdopter } from '#features/early-adopters/contract.ts'

/** Who is chosen: some, also from several pages, or everyone whom the filter of the list lets through. */
export type Selection = { kind: 'some'; people: ReadonlyMap<string, EarlyAdopter> } | { kind: 'all' }

export const nobody: Selection = { kind: 'some', people: new Map() }

export function isChosen(selection: Selection, person: EarlyAdopter): boolean {
  return selection.kind === 'all' || selection.people.has(person.id)
}

/** How many are chosen of a list of `total`. */
export function countChosen(selection: Selection, total: number): number {
  return selection.kind === 'all' ? total : selection.people.size
}

/** Chooses these or leaves them. Of everyone, leaving some leaves those that are on the page. */
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
