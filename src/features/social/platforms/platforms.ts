import { createCsdn } from '#features/social/platforms/csdn/csdn.ts'
import { createGithub } from '#features/social/platforms/github/github.ts'
import { createInstagram } from '#features/social/platforms/instagram/instagram.ts'
import { createLinkedin } from '#features/social/platforms/linkedin/linkedin.ts'
import { createReddit } from '#features/social/platforms/reddit/reddit.ts'
import { createStackoverflow } from '#features/social/platforms/stackoverflow/stackoverflow.ts'
import { createTelegram } from '#features/social/platforms/telegram/telegram.ts'
import { createThreads } from '#features/social/platforms/threads/threads.ts'
import { createTwitter } from '#features/social/platforms/twitter/twitter.ts'
import type { PlatformOptions } from './options.ts'
import type { Platform } from './platform.ts'

/** All platforms, in the order in which they are shown. */
export const createPlatforms = (options: PlatformOptions): Platform[] => [
  createGithub(options),
  createInstagram(options),
  createReddit(options),
  createTwitter(options),
  createLinkedin(options),
  createStackoverflow(options),
  createThreads(options),
  createTelegram(options),
  createCsdn(),
]
