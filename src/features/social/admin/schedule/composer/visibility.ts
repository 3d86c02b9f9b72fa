import type { TextKey } from '#admin/kit/texts/texts.ts'
import { type TiktokPermission, tiktokPermissions } from '#features/social/platforms/tiktok/limits.ts'
import type { PostTarget } from '#features/social/posts/contract.ts'

const privacyTexts: Readonly<Record<string, TextKey>> = {
  PUBLIC_TO_EVERYONE: 'targets.tiktok.everyone',
  FOLLOWER_OF_CREATOR: 'targets.tiktok.followers',
  MUTUAL_FOLLOW_FRIENDS: 'targets.tiktok.friends',
  SELF_ONLY: 'targets.tiktok.self',
}

export const permissionTexts: Readonly<Record<TiktokPermission, TextKey>> = {
  comments: 'targets.tiktok.comments',
  duet: 'targets.tiktok.duet',
  stitch: 'targets.tiktok.stitch',
}

/**
 * Who a post of TikTok can be shown to, as the account offers it; first that nothing has been chosen. Until that is known, there is no other
 * choice than the one that was made before.
 */
export function listPrivacyOptions(
  listed: readonly PostTarget[] | undefined,
  chosen: string,
  t: (key: TextKey) => string,
) {
  const offered = (listed ?? (chosen ? [{ id: chosen, name: chosen }] : [])).map(({ id, name }) => {
    const key = privacyTexts[id]
    return { value: id, label: key ? t(key) : name }
  })
  return [{ value: '', label: t('targets.tiktok.choose') }, ...offered]
}

/** What viewers may be allowed to do with a post, and what of it the account has turned off, once that is known. */
export function listPermissions(listed: readonly PostTarget[] | undefined, hasVideo: boolean) {
  const values = tiktokPermissions.filter((one) => one === 'comments' || hasVideo)
  return { values, unavailable: values.filter((one) => listed?.every(({ id }) => id !== one) ?? true) }
}

/** What is stored as allowed. */
export const readAllowed = (stored = ''): TiktokPermission[] =>
  tiktokPermissions.filter((one) => stored.split(' ').includes(one))
