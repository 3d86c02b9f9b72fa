import type { PlatformLimits } from '#features/social/limits/contract.ts'

/** What viewers may do with a post, where somebody has chosen it; the last two only with videos. */
export const tiktokPermissions = ['comments', 'duet', 'stitch'] as const
export type TiktokPermission = (typeof tiktokPermissions)[number]

const onePermission = `(${tiktokPermissions.join('|')})`

/**
 * https://developers.tiktok.com/doc/content-posting-api-reference-photo-post: a title of 90 and a description of 4000 for up to 35 photos;
 * https://developers.tiktok.com/doc/content-posting-api-reference-direct-post: a caption of 2200 for a video, which has no title;
 * https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide: types, sizes, and 10 minutes at most;
 * https://developers.tiktok.com/doc/content-sharing-guidelines: people choose who sees a post and what viewers may do, without a default
 */
export const tiktokLimits: PlatformLimits = {
  platform: 'tiktok',
  text: { unit: 'utf16', least: 0, most: 4_000 },
  textWithVideo: { unit: 'utf16', least: 0, most: 2_200 },
  title: { unit: 'utf16', least: 0, most: 90 },
  titleWithVideo: { unit: 'utf16', least: 0, most: 0 },
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
    mostBytes: 4_000_000_000,
    leastWidth: 360,
    seconds: { least: 3, most: 600 },
  },
  needsFile: true,
  mayMix: false,
  targets: [
    { name: 'privacy', isRequired: true, pattern: /^[A-Z_]{1,40}$/ },
    { name: 'allowed', isRequired: false, pattern: new RegExp(`^${onePermission}( ${onePermission})*$`) },
  ],
}
