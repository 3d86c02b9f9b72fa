import type { PlatformLimits } from '#features/social/limits/contract.ts'

/**
 * https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media: 2200 characters, 30 hashtags and
 * 20 mentions; JPEG of 8 MB from 4:5 to 1.91:1; reels of 300 MB and 3 seconds to 15 minutes.
 * https://developers.facebook.com/docs/instagram-platform/content-publishing: up to 10 files, which may be mixed; alternative text of
 * pictures alone
 */
export const instagramLimits: PlatformLimits = {
  platform: 'instagram',
  text: { unit: 'utf16', least: 0, most: 2_200 },
  hashtags: 30,
  mentions: 20,
  images: {
    most: 10,
    types: ['image/jpeg'],
    mostBytes: 8 * 1024 * 1024,
    leastWidth: 320,
    mostWidth: 1440,
    ratios: { least: 0.8, most: 1.91 },
    alternativeText: { unit: 'utf16', least: 0, most: 1_000 },
  },
  videos: {
    most: 10,
    types: ['video/mp4', 'video/quicktime'],
    mostBytes: 300 * 1024 * 1024,
    seconds: { least: 3, most: 900 },
  },
  needsFile: true,
  mayMix: true,
  mostFiles: 10,
  targets: [],
}
