import type { PlatformLimits } from '#features/social/limits/contract.ts'

export const redditLimits: PlatformLimits = {
  platform: 'reddit',
  text: { unit: 'codePoints', least: 0, most: 40_000 },
  title: { unit: 'codePoints', least: 1, most: 300 },
  images: { most: 1, types: ['image/jpeg', 'image/png'], mostBytes: 20 * 1024 * 1024 },
  needsFile: false,
  mayMix: false,
  targets: [
    { name: 'subreddit', isRequired: true, pattern: /^(r\/)?[A-Za-z0-9_]{2,21}$/ },
    { name: 'flair', isRequired: false },
  ],
}
