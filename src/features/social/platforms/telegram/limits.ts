import type { PlatformLimits } from '#features/social/limits/contract.ts'

export const telegramLimits: PlatformLimits = {
  platform: 'telegram',
  text: { unit: 'utf16', least: 0, most: 4_096 },
  textWithFiles: { unit: 'utf16', least: 0, most: 1_024 },
  images: { most: 10, types: ['image/jpeg'], mostBytes: 10 * 1024 * 1024 },
  videos: { most: 10, types: ['video/mp4'], mostBytes: 50 * 1024 * 1024 },
  needsFile: false,
  mayMix: true,
  mostFiles: 10,
  targets: [],
}
