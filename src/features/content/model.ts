/** Search-engine limits in characters as people count them. */
export const seoTitleLimit = 60
export const seoDescriptionLimit = 160
export const seoKeywordsLimit = 500

/** How often an open editor sends its heartbeat, and after how long without one it counts as closed, in milliseconds. */
export const presenceInterval = 15_000
export const presenceLifetime = 45_000

// Created on first use, because it loads megabytes of Unicode data.
let segmenter: Intl.Segmenter | undefined

/** How many characters a person sees in a text: an emoji or a letter with its accents is one. */
export function countGraphemes(value: string): number {
  let count = 0
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  for (const _ of segmenter.segment(value)) count++
  return count
}

/** How long unsaved texts are kept on the server, in milliseconds. */
export const draftLifetime = 90 * 24 * 3_600_000
