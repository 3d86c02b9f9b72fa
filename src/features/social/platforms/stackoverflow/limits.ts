import type { PlatformLimits } from '#features/social/limits/contract.ts'

/**
 * A post is a question, which a person asks by hand: https://stackoverflow.com/help/how-to-ask
 * Tags: https://stackoverflow.com/help/privileges/create-tags
 */
export const stackoverflowLimits: PlatformLimits = {
  platform: 'stackoverflow',
  text: { unit: 'utf16', least: 30, most: 30_000 },
  title: { unit: 'utf16', least: 15, most: 150 },
  needsFile: false,
  mayMix: false,
  targets: [{ name: 'tags', isRequired: true, pattern: /^[a-z0-9+#.-]{1,35}( [a-z0-9+#.-]{1,35}){0,4}$/ }],
}
