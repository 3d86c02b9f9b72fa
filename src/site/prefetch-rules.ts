import type { Language } from '#shared/languages.ts'

/**
 * The pages that a browser may prefetch (Speculation Rules): those of the page's own language, when the visitor hovers over a
 * link or touches it. Nothing is prefetched without an interaction.
 */
export function writePrefetchRules(language: Language): object {
  const isPage = { href_matches: `/${language}/*` }
  const isSection = { selector_matches: '[href^="#"]' }
  return { prefetch: [{ where: { and: [isPage, { not: isSection }] }, eagerness: 'moderate' }] }
}
