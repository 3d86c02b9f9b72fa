import type { ManagedUser } from '#features/accounts/contract.ts'

/** What is asked about before it is done. */
export type Question = 'withdraw' | 'signOut' | 'disable' | 'delete'
export type UserAction = Question | 'inviteAgain' | 'enable'

/** What can be done with a user in their present state. */
export function listActions({ state, sessions }: Pick<ManagedUser, 'state' | 'sessions'>): UserAction[] {
  if (state === 'invited') return ['inviteAgain', 'withdraw']
  if (state === 'disabled') return ['enable', 'delete']
  return sessions > 0 ? ['signOut', 'disable', 'delete'] : ['disable', 'delete']
}
