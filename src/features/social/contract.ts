import { z } from 'zod'
import type { LiveTopic } from '#shared/live/topic.ts'
import { socialPermissions } from './permissions.ts'

/** The platforms that accounts can be connected of, in the order in which they are shown. */
export const platformIds = [
  'github',
  'instagram',
  'reddit',
  'twitter',
  'linkedin',
  'stackoverflow',
  'tiktok',
  'threads',
  'telegram',
  'csdn',
] as const
export const PlatformId = z.enum(platformIds, 'platform_unknown')
export type PlatformId = z.infer<typeof PlatformId>

/** The names that the platforms give themselves, in every language. */
export const platformNames: Readonly<Record<PlatformId, string>> = {
  github: 'GitHub',
  instagram: 'Instagram',
  reddit: 'Reddit',
  twitter: 'X',
  linkedin: 'LinkedIn',
  stackoverflow: 'Stack Overflow',
  tiktok: 'TikTok',
  threads: 'Threads',
  telegram: 'Telegram',
  csdn: 'CSDN',
}

/** Signalled when accounts, or which platforms are offered, have changed. */
export const socialAccountsChanged: LiveTopic = {
  name: 'social-accounts',
  permission: socialPermissions.readAccounts,
}

/** Signalled when posts have changed. */
export const socialPostsChanged: LiveTopic = { name: 'social-posts', permission: socialPermissions.readPosts }
