import type { PlatformLimits } from '#features/social/limits/contract.ts'

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
