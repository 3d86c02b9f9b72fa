import type { PlatformLimits } from '#features/social/limits/contract.ts'

export const threadsLimits: PlatformLimits = {
  platform: 'threads',
  text: { unit: 'emojiBytes', least: 0, most: 500 },
  links: 5,
  images: {
    most: 20,
    types: ['image/jpeg', 'image/png'],
    mostBytes: 8 * 1024 * 1024,
    leastWidth: 320,
    mostWidth: 1440,
    ratios: { least: 0.1, most: 10 },
    alternativeText: { unit: 'utf16', least: 0, most: 1_000 },
  },
  videos: {
    most: 20,
    types: ['video/mp4', 'video/quicktime'],
    mostBytes: 1024 * 1024 * 1024,
    seconds: { least: 0, most: 300 },
  },
  needsFile: false,
  mayMix: true,
  mostFiles: 20,
  targets: [],
}
