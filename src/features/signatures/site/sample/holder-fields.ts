import type { Holder } from '#features/signatures/site/verify/holder.ts'

/** The fields of the form: what each is called in the statement, and in the texts. */
export const holderFields = [
  ['full_name', 'holder'],
  ['organization', 'organization'],
  ['position', 'position'],
] as const satisfies [keyof Holder, string][]

export type HolderKey = (typeof holderFields)[number][1]

/** What identifies a field in the page; a name of its own would be one more thing to load. */
export const idOf = (key: HolderKey): string => `sample-${key}`
