import type { PlatformLimits } from '#features/social/limits/contract.ts'

export const tiktokLimits: PlatformLimits = {
  platform: 'tiktok',
  text: { unit: 'utf16', least: 0, most: 4_000 },
  images: {
    most: 35,
    types: ['image/jpeg', 'image/webp'],
    mostBytes: 20 * 1024 * 1024,
    mostWidth: 1080,
    mostHeight: 1920,
  },
  videos: {
    most: 1,
    types: ['video/mp4', 'video/quicktime', 'video/webm'],
    mostBytes: 4 * 1024 * 1024 * 1024,
    seconds: { least: 3, most: 600 },
  },
  needsFile: true,
  mayMix: false,
  targets: [],
}
