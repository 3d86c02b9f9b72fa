import type { Platform } from '#features/social/platforms/platform.ts'
import type { AccountRow } from './store.ts'

type Tokens = Pick<AccountRow, 'accessToken' | 'refreshToken' | 'expiresAt' | 'refreshExpiresAt'>

/** Whether we renew the token of an account by ourselves. */
export function isRenewable(
  { accessToken, refreshToken }: Pick<Tokens, 'accessToken' | 'refreshToken'>,
  { authorization }: Pick<Platform, 'authorization'>,
): boolean {
  if (!authorization?.refresh || accessToken === null) return false
  return refreshToken !== null || authorization.renewsAccessToken === true
}

/** When a person has to connect an account again at the latest; null where nothing ends, or nobody knows when. */
export function findEnd(tokens: Tokens, platform: Pick<Platform, 'authorization'>): Date | null {
  return isRenewable(tokens, platform) ? tokens.refreshExpiresAt : tokens.expiresAt
}
