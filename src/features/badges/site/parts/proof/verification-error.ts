/** Why a step of a verification did not pass: the credential is wrong, or it could not be checked. */
export class VerificationError extends Error {
  readonly outcome: 'failed' | 'impossible'
  readonly reason: VerificationErrorReason
  /** The variables of its text. */
  readonly facts: Record<string, string>

  constructor(
    outcome: VerificationError['outcome'],
    reason: VerificationErrorReason,
    facts: Record<string, string> = {},
  ) {
    super(reason)
    this.name = 'VerificationError'
    this.outcome = outcome
    this.reason = reason
    this.facts = facts
  }
}

/** Each is a key of `badge-page:verify.errors`. */
export const verificationErrorReasons = [
  'unreachable',
  'withdrawn',
  'not_credential',
  'no_badge_in_file',
  'too_large',
  'other_badge',
  'foreign_issuer',
  'wrong_issuer_document',
  'no_proof',
  'unknown_key',
  'not_plain',
  'insecure',
  'not_signed',
  'no_status',
  'list_not_signed',
  'revoked',
  'not_yet',
  'expired',
  'unexpected',
] as const
export type VerificationErrorReason = (typeof verificationErrorReasons)[number]
