import type { ContentKey } from '#features/content/contract.ts'
import type { Language } from '#shared/languages.ts'

/** Where the public reads a text: each page has one address per language. */
export function publicPath(key: ContentKey, language: Language): string {
  if (key.startsWith('home-')) return `/${language}/`
  if (key.startsWith('about-')) return `/${language}/about`
  return `/${language}/use-cases/${key.slice('use-cases-'.length)}`
}
