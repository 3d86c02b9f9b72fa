import type { PlatformLimits } from '#features/social/limits/contract.ts'

/**
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/images-api: at most 36,152,320 pixels
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/videos-api: MP4, 3 seconds to 30 minutes, 500 MB
 */
export const linkedinLimits: PlatformLimits = {
  platform: 'linkedin',
  text: { unit: 'utf16', least: 1, most: 3_000 },
  images: {
    most: 20,
    types: ['image/jpeg', 'image/png'],
    mostBytes: 8 * 1024 * 1024,
    mostWidth: 6_012,
    mostHeight: 6_012,
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
