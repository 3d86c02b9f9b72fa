import {
  VerificationError,
  type VerificationErrorReason,
} from '#features/badges/site/parts/proof/verification-error.ts'
import { LedgerError, type LedgerPart } from '#shared/transparency-log/ledger-error.ts'

/** All steps in their order. Each has its texts in `certificate-check:steps`. */
const stepNames = [
  'file',
  'document',
  'credential',
  'record',
  'holder',
  'signature',
  'address',
  'entry',
  'inclusion',
  'checkpoint',
  'anchor',
  'revocation',
] as const
export type StepName = (typeof stepNames)[number]

/** What is checked: an id alone, or one of the three files of a certificate. */
export type Subject = 'id' | 'text' | 'credential' | 'pdf'

const left: Record<Subject, readonly StepName[]> = {
  id: ['file', 'document', 'credential', 'holder'],
  text: ['document', 'credential'],
  credential: ['document'],
  pdf: [],
}

/** The steps that something is checked by. */
export const stepsOf = (subject: Subject): StepName[] =>
  stepNames.filter((name) => !left[subject].includes(name))

/** Why a step did not pass. Each is a key of `certificate-check:reasons`. */
export const reasons = [
  'empty',
  'too_large',
  'unknown_file',
  'not_text',
  'other_text',
  'not_credential',
  'not_signed_pdf',
  'pdf_uncovered',
  'pdf_form',
  'pdf_changed',
  'pdf_signature',
  'pdf_foreign',
  'no_attachment',
  'credential_proof',
  'foreign_issuer',
  'unknown_certificate',
  'withdrawn',
  'record_form',
  'other_record',
  'holder_differs',
  'statement_not_signed',
  'other_address',
  'not_yet_recorded',
  'not_committed',
  'not_included',
  'checkpoint_wrong',
  'unknown_key',
  'other_network',
  'anchor_inclusion',
  'anchor_transaction',
  'anchor_sender',
  'anchor_chain',
  'anchor_text',
  'anchor_block',
  'revoked',
  'list_wrong',
  'not_now',
  'unreachable',
  'offline',
  'insecure',
  'unexpected',
] as const
export type Reason = (typeof reasons)[number]

/** A step does not pass: what was checked is wrong, or the step could not be done, which says nothing about it. */
export class CheckError extends Error {
  readonly outcome: 'failed' | 'impossible'
  readonly reason: Reason
  readonly facts: Facts

  constructor(outcome: CheckError['outcome'], reason: Reason, facts: Facts = {}) {
    super(reason)
    this.name = 'CheckError'
    this.outcome = outcome
    this.reason = reason
    this.facts = facts
  }
}

/** The variables of a step's text. Moments are written in the language of the page. */
export type Facts = Readonly<Record<string, string | number | Date>>

/** How a step has ended. `none`: there is nothing to check, which is no fault. */
export interface CheckStep {
  name: StepName
  outcome: 'passed' | 'failed' | 'impossible' | 'none'
  reason?: Reason
  facts: Facts
  evidence?: string
  /** Another sentence than the usual one for a step that has passed. */
  variant?: Variant
  /** Where what it cannot show can be seen. */
  link?: string
}

/**
 * `own`: by what the file itself brings along; `listed`: by the signed list too; `told`: that the block holds the transaction is
 * said by the site alone.
 */
type Variant = 'own' | 'listed' | 'told'

/** What a step has found. */
export interface Found {
  facts?: Facts
  evidence?: string
  outcome?: 'none'
  variant?: Variant
  link?: string
}

/** Takes steps one after another. After one that failed none is taken, but that of revocation. */
export class StepTaker {
  readonly steps: CheckStep[] = []
  readonly #onStep: (steps: readonly CheckStep[]) => void

  constructor(onStep: (steps: readonly CheckStep[]) => void) {
    this.#onStep = onStep
  }

  get hasFailed(): boolean {
    return this.steps.some(({ outcome }) => outcome === 'failed')
  }

  /** What a step gives; undefined when it does not pass. */
  async take<T>(name: StepName, look: () => Promise<Found & { value: T }>): Promise<T | undefined> {
    try {
      const { value, outcome = 'passed', facts = {}, ...found } = await look()
      this.#end({ name, outcome, facts, ...found })
      return value
    } catch (error) {
      const { outcome, reason, facts } = toCheckError(error)
      this.#end({ name, outcome, reason, facts })
      return undefined
    }
  }

  #end(step: CheckStep): void {
    this.steps.push(step)
    this.#onStep([...this.steps])
  }
}

const ofCredentials: Partial<Record<VerificationErrorReason, Reason>> = {
  foreign_issuer: 'foreign_issuer',
  wrong_issuer_document: 'foreign_issuer',
  list_not_signed: 'list_wrong',
  no_status: 'list_wrong',
  not_yet: 'not_now',
  expired: 'not_now',
  unreachable: 'unreachable',
  withdrawn: 'withdrawn',
  insecure: 'insecure',
  revoked: 'revoked',
}

const ofLedger: Partial<Record<LedgerPart, Reason>> = {
  entry: 'not_committed',
  commitment: 'not_committed',
  proof: 'not_included',
  size: 'not_included',
  root: 'not_included',
}

function toCheckError(error: unknown): CheckError {
  if (error instanceof CheckError) return error
  if (error instanceof LedgerError)
    return new CheckError('failed', ofLedger[error.part] ?? 'checkpoint_wrong')
  if (error instanceof VerificationError) {
    const reason =
      ofCredentials[error.reason] ?? (error.outcome === 'failed' ? 'credential_proof' : 'unexpected')
    return new CheckError(error.outcome, reason)
  }
  return new CheckError('impossible', 'unexpected')
}

/** `offline`: all is right that a file proves by itself; whether it is revoked was asked of nobody. */
export type Verdict = 'proven' | 'revoked' | 'offline' | 'altered' | 'unproven'

/** What all steps together say; undefined while they run. */
export function judge(steps: readonly CheckStep[], isOver: boolean, subject: Subject): Verdict | undefined {
  if (!isOver) return undefined
  const isAltered = ({ outcome, reason }: CheckStep) =>
    outcome === 'failed' && reason !== 'revoked' && !isAbsence(reason)
  if (steps.some(isAltered)) return 'altered'
  if (steps.some(({ reason }) => reason === 'revoked')) return 'revoked'
  const open = stepsOf(subject).filter((name) => {
    const outcome = steps.find((step) => step.name === name)?.outcome
    return outcome !== 'passed' && outcome !== 'none'
  })
  if (open.length === 0) return 'proven'
  const isUnasked = steps.at(-1)?.name === 'revocation' && steps.at(-1)?.reason === 'offline'
  return open.length === 1 && isUnasked ? 'offline' : 'unproven'
}

/** Whether there is nothing that could be altered: no such certificate, or nothing that can be read. */
function isAbsence(reason: Reason | undefined): boolean {
  return (
    reason !== undefined &&
    ['empty', 'too_large', 'unknown_file', 'not_text', 'withdrawn', 'unknown_certificate'].includes(reason)
  )
}
