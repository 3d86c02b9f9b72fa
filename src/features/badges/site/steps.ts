import type { VerificationErrorReason } from './verification-error.ts'

/** What is looked at, in this order. Each is a title and its sentences in `badge-page:verify.steps`. */
export const stepNames = ['credential', 'issuer', 'key', 'digest', 'signature', 'status', 'dates'] as const
export type StepName = (typeof stepNames)[number]

/** How a step ended. `impossible`: it could not be done, so it says nothing of the credential. */
export interface Step {
  name: StepName
  outcome: 'passed' | 'failed' | 'impossible'
  reason?: VerificationErrorReason
  /** What its sentence names. */
  facts: Record<string, string>
}
