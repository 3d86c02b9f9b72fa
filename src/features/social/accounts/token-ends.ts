import type { Platform } from '#features/social/platforms/platform.ts'
import type { AccountRow } from './store.ts'

type Tokens = Pick<
  AccountRow,
  'accessToken' | 'refreshToken' | 'expiresAt' | 'refreshExpiresAt' | 'failingSince'
>

/** Whether we renew the token of an account by ourselves. */
export function isRenewable(
  { accessToken, refreshToken }: Pick<Tokens, 'accessToken' | 'refreshToken'>,
  { authorization }: Pick<Platform, 'authorization'>,
): boolean {
  if (!authorization?.refresh || accessToken === null) return false
  return refreshToken !== null || authorization.renewsAccessToken === true
}

/**
 * When a person has to connect an account again at the latest; null where nothing ends, or nobody knows when. A token that is renewed by
 * itself ends only while that fails.
 */
export function findEnd(tokens: Tokens, platform: Pick<Platform, 'authorization'>): Date | null {
  if (!isRenewable(tokens, platform)) return tokens.expiresAt
  if (platform.authorization?.renewsAccessToken) return tokens.failingSince ? tokens.expiresAt : null
  return tokens.refreshExpiresAt
}
