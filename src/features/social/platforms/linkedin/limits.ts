import type { PlatformLimits } from '#features/social/limits/contract.ts'

export const linkedinLimits: PlatformLimits = {
  platform: 'linkedin',
  text: { unit: 'utf16', least: 1, most: 3_000 },
  images: {
    most: 20,
    types: ['image/jpeg', 'image/png'],
    mostBytes: 8 * 1024 * 1024,
    alternativeText: { unit: 'utf16', least: 0, most: 4_086 },
  },
  videos: {
    most: 1,
    types: ['video/mp4'],
    mostBytes: 500 * 1024 * 1024,
    seconds: { least: 3, most: 1_800 },
  },
  needsFile: false,
  mayMix: false,
  targets: [],
}
