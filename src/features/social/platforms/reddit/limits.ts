import type { PlatformLimits } from '#features/social/limits/contract.ts'

/**
 * https://www.reddit.com/dev/api#POST_api_submit (titles of 300 characters, texts of 40,000), galleries of up to 20 pictures of up to 20 MB:
 * https://support.reddithelp.com/hc/en-us/articles/360043506032
 * Videos need a poster of their own and are left out. Subreddits may have rules beyond.
 */
export const redditLimits: PlatformLimits = {
  platform: 'reddit',
  text: { unit: 'codePoints', least: 0, most: 40_000 },
  title: { unit: 'codePoints', least: 1, most: 300 },
  images: { most: 20, types: ['image/jpeg', 'image/png'], mostBytes: 20 * 1024 * 1024 },
  needsFile: false,
  mayMix: false,
  targets: [
    { name: 'subreddit', isRequired: true, pattern: /^(r\/)?[A-Za-z0-9_]{2,22}$/ },
    { name: 'flair', isRequired: false },
  ],
}
