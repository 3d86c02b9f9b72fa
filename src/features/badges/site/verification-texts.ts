import { verificationErrorReasons } from '#features/badges/site/parts/proof/verification-error.ts'
import type { Translate } from '#site/contract.ts'
import { stepNames } from './steps.ts'

const verdicts = ['valid', 'revoked', 'invalid', 'unfinished'] as const

const sentences = [
  'verify.start',
  'verify.again',
  'verify.running',
  'verify.steps_label',
  ...stepNames.flatMap((name) => [`verify.steps.${name}.title`, `verify.steps.${name}.aim`] as const),
  ...stepNames.map((name) => `verify.steps.${name}.passed` as const),
  ...verificationErrorReasons.map((reason) => `verify.errors.${reason}` as const),
  'verify.outcomes.passed',
  'verify.outcomes.failed',
  'verify.outcomes.impossible',
  'verify.outcomes.skipped',
  ...verdicts.flatMap(
    (verdict) =>
      [
        `verify.verdicts.${verdict}.word`,
        `verify.verdicts.${verdict}.title`,
        `verify.verdicts.${verdict}.text`,
      ] as const,
  ),
  'file.title',
  'file.text',
  'file.choose',
  'file.name',
  'file.says',
  'file.page',
] as const

/** The texts of the verification, the only ones that are sent to its island. */
export type VerificationTexts = Record<(typeof sentences)[number], string>

/** The variables that the island fills in. */
const slots = ['host', 'statements', 'index', 'date', 'file', 'badge'] as const

/** Selects the texts of the verification from the catalogues; variables of the island stay as `{slot}`. */
export function pickVerificationTexts(t: Translate): VerificationTexts {
  const variables = Object.fromEntries(slots.map((slot) => [slot, `{${slot}}`]))
  return Object.fromEntries(
    sentences.map((key) => [key, t(`badge-page:${key}`, variables)]),
  ) as VerificationTexts
}

/** Fills in the variables of a text. */
export function fill(sentence: string, facts: Record<string, string>): string {
  return sentence.replace(/\{(\w+)\}/g, (_, slot: string) => facts[slot] ?? '')
}
