import type { PlatformId } from '#features/social/contract.ts'
import type { PlatformLimits } from '#features/social/limits/contract.ts'
import { csdnLimits } from '#features/social/platforms/csdn/limits.ts'
import { githubLimits } from '#features/social/platforms/github/limits.ts'
import { instagramLimits } from '#features/social/platforms/instagram/limits.ts'
import { linkedinLimits } from '#features/social/platforms/linkedin/limits.ts'
import { redditLimits } from '#features/social/platforms/reddit/limits.ts'
import { stackoverflowLimits } from '#features/social/platforms/stackoverflow/limits.ts'
import { telegramLimits } from '#features/social/platforms/telegram/limits.ts'
import { threadsLimits } from '#features/social/platforms/threads/limits.ts'
import { tiktokLimits } from '#features/social/platforms/tiktok/limits.ts'
import { twitterLimits } from '#features/social/platforms/twitter/limits.ts'

/** What a post may be, by platform. */
export const platformLimits: Readonly<Record<PlatformId, PlatformLimits>> = {
  github: githubLimits,
  instagram: instagramLimits,
  reddit: redditLimits,
  twitter: twitterLimits,
  linkedin: linkedinLimits,
  stackoverflow: stackoverflowLimits,
  tiktok: tiktokLimits,
  threads: threadsLimits,
  telegram: telegramLimits,
  csdn: csdnLimits,
}
