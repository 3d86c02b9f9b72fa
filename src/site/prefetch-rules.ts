import type { Language } from '#shared/languages.ts'

/**
 * Which pages a browser may fetch before they are asked for (Speculation Rules): those of the page's own language, once
 * a visitor's pointer rests on a link or touches it. Nothing is fetched for who touches nothing.
 */
export function writePrefetchRules(language: Language): object {
  const isPage = { href_matches: `/${language}/*` }
  const isSection = { selector_matches: '[href^="#"]' }
  return { prefetch: [{ where: { and: [isPage, { not: isSection }] }, eagerness: 'moderate' }] }
}
