import type { PlatformLimits } from '#features/social/limits/contract.ts'

/** The characters that we need of a text, so that a post is found again. */
export const markLength = 43

/**
 * A post is a release or a discussion, written in Markdown. GitHub takes 65,536 characters in a discussion and more in a release, and 256
 * in their titles; it says so when it refuses more, as in https://github.com/telia-oss/github-pr-resource/issues/259. It has no upload
 * for pictures of discussions.
 */
export const githubLimits: PlatformLimits = {
  platform: 'github',
  text: { unit: 'codePoints', least: 1, most: 65_536 - markLength },
  title: { unit: 'codePoints', least: 1, most: 256 },
  needsFile: false,
  mayMix: false,
  targets: [
    { name: 'repository', isRequired: true },
    { name: 'category', isRequired: true },
  ],
}
