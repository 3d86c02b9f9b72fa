import type { Presence } from '#features/content/contract.ts'

/** Who else has a text open: somebody with several windows in one language is named once. */
export function namedOnce(others: Presence['others']): Presence['others'] {
  return [...new Map(others.map((one) => [`${one.user.id} ${one.language}`, one])).values()]
}
