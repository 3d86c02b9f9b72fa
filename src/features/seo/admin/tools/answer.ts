import type { TextKey } from '#admin/kit/texts/texts.ts'
import type { Engine, Submission, SubmissionFault } from '#features/seo/submission/contract.ts'

type AnswerKey = Extract<TextKey, `submissions.answers.${string}` | `submissions.faults.${string}`>

const byStatus: Readonly<Record<number, AnswerKey>> = {
  202: 'submissions.answers.later',
  400: 'submissions.answers.unclear',
  401: 'submissions.answers.denied',
  403: 'submissions.answers.denied',
  404: 'submissions.answers.missing',
  409: 'submissions.answers.known',
  422: 'submissions.answers.foreign',
  429: 'submissions.answers.tooMany',
}

/** The sentence that says what an engine has answered, or why it has not. */
export function sentenceOf({
  status,
  fault,
}: {
  status: number | null
  fault: SubmissionFault | null
}): AnswerKey | undefined {
  if (fault !== null && fault !== 'status') return `submissions.faults.${fault}`
  if (status === null) return undefined
  const known = byStatus[status]
  if (known) return known
  if (status < 300) return 'submissions.answers.accepted'
  return status >= 500 ? 'submissions.answers.broken' : 'submissions.answers.error'
}

/** What is shown of an engine at a glance. */
export type EngineState = NonNullable<Engine['obstacle']> | 'sending' | 'paused' | 'troubled' | 'ready'

/** What an engine is doing, or why nothing is submitted to it. */
export function stateOf({ obstacle, paused_until, waiting, last_answer }: Engine): EngineState {
  if (obstacle) return obstacle
  if (paused_until && waiting > 0) return 'paused'
  if (waiting > 0) return 'sending'
  return last_answer && last_answer.fault !== null ? 'troubled' : 'ready'
}

/** How many addresses of a run have an end, and how many there are. */
export function progressOf({ run }: Pick<Engine, 'run'>): { done: number; total: number } | undefined {
  return run && run.ended_at === null ? { done: run.accepted + run.failed, total: run.total } : undefined
}

/** Whether the engine may have got a submission without our knowing. */
export const isUncertain = ({ unknown_attempts }: Submission): boolean => unknown_attempts > 0
