import type { SocialAccount } from '#features/social/accounts/contract.ts'

/**
 * How an account is. `faulty`: a person has to connect it again; `limited`: something that we need was not granted; `ending`: it has to
 * be connected again within days; `unproven`: nothing has been done with it yet; `assisted`: a person posts by hand.
 */
export type Health = 'faulty' | 'limited' | 'ending' | 'unproven' | 'assisted' | 'healthy'

const warnedBefore = 7 * 24 * 3_600_000

/** When a person has to connect an account again; null where we renew it, or it does not end. */
export function deadlineOf({ reconnect_by, expires_at, is_renewed }: SocialAccount): string | null {
  return reconnect_by ?? (is_renewed ? null : expires_at)
}

/** What is told of the end of the token of an account. `renewed`: we renew it before. */
export function endingOf(
  { expires_at, is_renewed, fault }: Pick<SocialAccount, 'expires_at' | 'is_renewed' | 'fault'>,
  now: Date,
): 'renewed' | 'ends' | 'ended' | undefined {
  if (expires_at === null) return undefined
  if (Date.parse(expires_at) <= now.getTime()) return fault === null && is_renewed ? undefined : 'ended'
  return fault === null && is_renewed ? 'renewed' : 'ends'
}

/** How an account is at a moment. */
export function healthOf(account: SocialAccount, now: Date): Health {
  if (account.fault !== null) return 'faulty'
  if (account.missing_scopes.length > 0) return 'limited'
  const deadline = deadlineOf(account)
  if (deadline !== null && Date.parse(deadline) - now.getTime() < warnedBefore) return 'ending'
  if (account.mode === 'assisted') return 'assisted'
  return account.last_success_at === null ? 'unproven' : 'healthy'
}
