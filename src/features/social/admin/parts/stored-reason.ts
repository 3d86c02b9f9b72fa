import { isolate } from '#admin/kit/texts/isolate.ts'
import type { TextKey, Translate } from '#admin/kit/texts/texts.ts'
import { findOwnSentence } from '#features/social/admin/texts.ts'
import { findLimitFault, type LimitFault } from '#features/social/limits/model.ts'

/** The sentence for why a platform does not take something. */
export function describeFault(
  { code, params }: Pick<LimitFault, 'code' | 'params'>,
  t: Translate,
  number: (value: number) => string,
) {
  const key: TextKey = `limits.${code}`
  const shown = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'number' ? number(value) : isolate(value),
  ])
  return t(key, Object.fromEntries(shown))
}

/** Our own sentence for the reason that is stored with a post; undefined where it is what the platform said. */
export function describeReason(
  stored: string,
  t: Translate,
  number: (value: number) => string,
): string | undefined {
  const fault = findLimitFault(stored)
  return fault ? describeFault(fault, t, number) : findOwnSentence(stored, t)
}
