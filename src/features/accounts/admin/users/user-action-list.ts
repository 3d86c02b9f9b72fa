import type { ManagedUser } from '#features/accounts/contract.ts'

/** What is asked about before it is done. */
export type Question = 'withdraw' | 'signOut' | 'resetFactor' | 'disable' | 'delete'
export type UserAction = Question | 'inviteAgain' | 'enable'

/** What can be done with a user in their present state. */
export function listActions({
  state,
  sessions,
  second_factor,
}: Pick<ManagedUser, 'state' | 'sessions' | 'second_factor'>): UserAction[] {
  if (state === 'invited') return ['inviteAgain', 'withdraw']
  const factor: UserAction[] = second_factor ? ['resetFactor'] : []
  if (state === 'disabled') return ['enable', ...factor, 'delete']
  return [...(sessions > 0 ? (['signOut'] as const) : []), ...factor, 'disable', 'delete']
}
