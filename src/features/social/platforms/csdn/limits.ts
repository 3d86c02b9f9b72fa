import type { PlatformLimits } from '#features/social/limits/contract.ts'

/** A post is an article, which a person publishes by hand in the editor, which asks for 5 to 100 letters in its title. */
export const csdnLimits: PlatformLimits = {
  platform: 'csdn',
  text: { unit: 'codePoints', least: 1, most: 100_000 },
  title: { unit: 'codePoints', least: 5, most: 100 },
  images: { most: 20, types: ['image/jpeg', 'image/png'], mostBytes: 5 * 1024 * 1024 },
  needsFile: false,
  mayMix: false,
  targets: [],
}
