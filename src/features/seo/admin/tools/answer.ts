import type { Engine, Submission } from '#features/seo/submission/contract.ts'

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
