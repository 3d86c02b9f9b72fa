import type { VerificationErrorReason } from '#features/badges/site/parts/proof/verification-error.ts'

/** The steps, in this order. Each has its texts in `badge-page:verify.steps`. */
export const stepNames = ['credential', 'issuer', 'key', 'digest', 'signature', 'status', 'dates'] as const
export type StepName = (typeof stepNames)[number]

/** The result of a step. `impossible`: it could not be done, which says nothing about the credential. */
export interface Step {
  name: StepName
  outcome: 'passed' | 'failed' | 'impossible'
  reason?: VerificationErrorReason
  /** The variables of its text. */
  facts: Record<string, string>
}
