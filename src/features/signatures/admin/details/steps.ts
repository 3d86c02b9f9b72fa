import type { SignatureDetail } from '#features/signatures/contract.ts'

/** What can happen to a signature, in its order. */
export type StepName = 'sent' | 'opened' | 'started' | 'activated' | 'expired' | 'revoked'

/** A step of the picture: it has happened, it may still come, or it will not. */
export interface Step {
  name: StepName
  state: 'done' | 'pending' | 'missed'
  /** When it happened. */
  at: string | null
}

/**
 * The way of a signature from its link to its end. What its state says has happened counts as done, even where its moment is
 * not known; what is before the end without having happened is missed.
 */
export function listSteps(signature: SignatureDetail): Step[] {
  const { state, invited_at, opened_at, started_at, activated_at, revoked_at, expires_at } = signature
  const isOver = state === 'expired' || state === 'revoked'
  const open = isOver || activated_at !== null ? 'missed' : 'pending'
  const stepOf = (name: StepName, at: string | null): Step => ({
    name,
    at,
    state: at === null ? open : 'done',
  })
  const steps = [stepOf('sent', invited_at), stepOf('opened', opened_at), stepOf('started', started_at)]
  if (state === 'expired') return [...steps, { name: 'expired', at: expires_at, state: 'done' }]
  if (state !== 'revoked') return [...steps, stepOf('activated', activated_at)]
  const activated = activated_at === null ? [] : [stepOf('activated', activated_at)]
  return [...steps, ...activated, { name: 'revoked', at: revoked_at, state: 'done' }]
}
