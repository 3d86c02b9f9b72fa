import type { PlatformLimits } from '#features/social/limits/contract.ts'

/**
 * https://docs.x.com/resources/fundamentals/counting-characters (280 by weights for accounts that do not pay, as all have at least that) and
 * https://docs.x.com/x-api/media/quickstart/best-practices (4 pictures or a video; 5 MB, 512 MB, 140 seconds)
 */
export const twitterLimits: PlatformLimits = {
  platform: 'twitter',
  text: { unit: 'weighted', least: 0, most: 280 },
  images: {
    most: 4,
    types: ['image/jpeg', 'image/png'],
    mostBytes: 5 * 1024 * 1024,
    alternativeText: { unit: 'codePoints', least: 0, most: 1_000 },
  },
  videos: {
    most: 1,
    types: ['video/mp4', 'video/quicktime'],
    mostBytes: 512 * 1024 * 1024,
    seconds: { least: 0.5, most: 140 },
  },
  needsFile: false,
  mayMix: false,
  targets: [],
}
