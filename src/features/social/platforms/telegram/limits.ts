import type { PlatformLimits } from '#features/social/limits/contract.ts'

/**
 * https://core.telegram.org/bots/api#sendmessage, #sendphoto (10 MB, both sides together 10,000 pixels, 20 to 1), #sendvideo (MPEG-4, 50 MB) and
 * #sendmediagroup (2 to 10). It counts characters; emoji, which may be two, are counted as two here.
 */
export const telegramLimits: PlatformLimits = {
  platform: 'telegram',
  text: { unit: 'utf16', least: 0, most: 4_096 },
  textWithFiles: { unit: 'utf16', least: 0, most: 1_024 },
  images: {
    most: 10,
    types: ['image/jpeg'],
    mostBytes: 10 * 1024 * 1024,
    mostWidth: 5_000,
    mostHeight: 5_000,
    ratios: { least: 0.05, most: 20 },
  },
  videos: { most: 10, types: ['video/mp4'], mostBytes: 50 * 1024 * 1024 },
  needsFile: false,
  mayMix: true,
  mostFiles: 10,
  targets: [],
}
