import { AnchorError, type AnchorPart } from '#shared/ethereum/anchor-error.ts'
import { LedgerError, type LedgerPart } from '#shared/transparency-log/ledger-error.ts'
import { SourceError } from './source.ts'

/** The steps of each check, in their order; `witness` is one for each witness. Each has its texts in `ledger-check:steps`. */
export const checkSteps = {
  newest: ['checkpoint', 'signature', 'witness', 'root', 'entries'],
  earlier: ['earlier', 'newest', 'growth'],
  entry: ['entry', 'newest', 'proof', 'opening'],
  anchor: ['anchor', 'transaction', 'block', 'newest', 'growth'],
} as const
export type CheckName = keyof typeof checkSteps
export type StepName = (typeof checkSteps)[CheckName][number]

/** Why a step could not be done, which says nothing about the ledger. */
export const obstacles = [
  'unreachable',
  'missing',
  'no_entry',
  'incomplete',
  'insecure',
  'empty',
  'no_anchor',
  'not_yet',
  'ended',
  'unexpected',
] as const
export type Obstacle = (typeof obstacles)[number]

/** A step could not be done. */
export class CheckImpossible extends Error {
  readonly reason: Obstacle

  constructor(reason: Obstacle) {
    super(reason)
    this.name = 'CheckImpossible'
    this.reason = reason
  }
}

/** The variables of a step's text; numbers are written in the language of the page. */
export type Facts = Readonly<Record<string, string | number | Date>>

/** What a step has looked at instead of everything; `none`: there was nothing to look at. */
type Variant = 'edge' | 'sample' | 'none'

/** A part of the ledger, or of an anchor of it. */
type WrongPart = LedgerPart | `anchor_${AnchorPart}`

/** How a step has ended. `failed` names the part of the ledger that is wrong. */
export type CheckStep = { name: StepName; facts: Facts; evidence?: string } & (
  | { outcome: 'passed'; variant?: Variant }
  | { outcome: 'failed'; part: WrongPart }
  | { outcome: 'impossible'; reason: Obstacle }
)

/** What a step has found, for its text. */
interface Found {
  facts?: Facts
  evidence?: string
  variant?: Variant
}

/** Takes steps one after another; the first that does not pass ends the check. */
export class StepTaker {
  readonly steps: CheckStep[] = []
  readonly #onStep: (steps: readonly CheckStep[]) => void

  constructor(onStep: (steps: readonly CheckStep[]) => void) {
    this.#onStep = onStep
  }

  /** Takes a step. @throws what the step throws, after noting it */
  async take<T>(name: StepName, look: () => Promise<Found & { value: T }>): Promise<T> {
    try {
      const { value, facts = {}, ...found } = await look()
      this.#end({ name, outcome: 'passed', facts, ...found })
      return value
    } catch (error) {
      this.#end(describeFailure(name, error))
      throw error
    }
  }

  #end(step: CheckStep): void {
    this.steps.push(step)
    this.#onStep([...this.steps])
  }
}

function describeFailure(name: StepName, error: unknown): CheckStep {
  if (error instanceof LedgerError) return { name, facts: {}, outcome: 'failed', part: error.part }
  if (error instanceof AnchorError)
    return { name, facts: {}, outcome: 'failed', part: `anchor_${error.part}` }
  const isKnown = error instanceof SourceError || error instanceof CheckImpossible
  return { name, facts: {}, outcome: 'impossible', reason: isKnown ? error.reason : 'unexpected' }
}

/** What all steps together say. */
export function judge(steps: readonly CheckStep[], isOver: boolean): 'proven' | 'failed' | 'unfinished' {
  if (steps.some(({ outcome }) => outcome === 'failed')) return 'failed'
  return isOver && steps.every(({ outcome }) => outcome === 'passed') ? 'proven' : 'unfinished'
}

/** Why a check was not finished. */
export function findObstacle(steps: readonly CheckStep[]): Obstacle | undefined {
  return steps.flatMap((step) => (step.outcome === 'impossible' ? [step.reason] : []))[0]
}
