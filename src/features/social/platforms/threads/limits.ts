import type { PlatformLimits } from '#features/social/limits/contract.ts'

/**
 * https://developers.facebook.com/docs/threads/overview and https://developers.facebook.com/docs/threads/posts: 500 characters, emoji as bytes
 * of UTF-8; 2 to 20 files in a carousel, which may be mixed; https://developers.facebook.com/docs/threads/create-posts/accessibility:
 * alternative text of pictures and videos. More than five links are refused:
 * https://developers.facebook.com/documentation/threads/create-posts/text-attachments
 */
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
    alternativeText: { unit: 'utf16', least: 0, most: 1_000 },
  },
  needsFile: false,
  mayMix: true,
  mostFiles: 20,
  targets: [],
}
