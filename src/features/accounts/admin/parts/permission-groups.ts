import type { PermissionEntry } from '#features/accounts/contract.ts'
import { type AccessLevel, accessLevels } from '#shared/roles.ts'

/** The permissions of one feature. */
export interface PermissionGroup {
  feature: string
  entries: PermissionEntry[]
}

/** The columns of the table, from those who may do most. */
export const shownLevels: readonly AccessLevel[] = accessLevels.toReversed()

/** Whether a user of a level may do what needs at least another level. */
export function mayDo(level: AccessLevel, least: AccessLevel): boolean {
  return accessLevels.indexOf(level) >= accessLevels.indexOf(least)
}

/** The permissions by feature, in the order in which the features are named. */
export function groupByFeature(
  entries: readonly PermissionEntry[],
  nameOf: (feature: string) => string,
  compare: (one: string, other: string) => number,
): PermissionGroup[] {
  const groups = Map.groupBy(entries, ({ action }) => action.split('.')[0] ?? '')
  return [...groups]
    .map(([feature, ofFeature]) => ({ feature, entries: ofFeature }))
    .sort((one, other) => compare(nameOf(one.feature), nameOf(other.feature)))
}
