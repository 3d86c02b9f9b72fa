import type { PlatformLimits } from '#features/social/limits/contract.ts'

/** A post is a release or a discussion, written in Markdown; pictures are linked. */
export const githubLimits: PlatformLimits = {
  platform: 'github',
  text: { unit: 'codePoints', least: 1, most: 65_536 },
  title: { unit: 'codePoints', least: 1, most: 256 },
  needsFile: false,
  mayMix: false,
  targets: [
    { name: 'repository', isRequired: true },
    { name: 'category', isRequired: true },
  ],
}
