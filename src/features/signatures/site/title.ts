import type { ActiveSignature } from '#features/signatures/page/contract.ts'

type Titled =
  | { view: 'form' }
  | { view: 'refused' }
  | { view: 'activated'; signature: Pick<ActiveSignature, 'revokedAt'> }

/** The text that heads the page, and names it in the window of the browser. */
export function titleOf(state: Titled): string {
  if (state.view === 'form') return 'activation:title'
  if (state.view === 'refused') return 'activation:refused.invalid'
  return state.signature.revokedAt ? 'activation:revoked.title' : 'activation:done.title'
}
