import { isLanguage, type Language } from '#shared/languages.ts'
import type { PublicPage } from '#site/contract.ts'

/** The page of the site that a link leads to in a language. */
export function findLinkedPage(
  href: string,
  language: Language,
  pages: readonly PublicPage[],
): PublicPage | undefined {
  const [, code, path = ''] = /^\/([a-z]{2})(\/[^?#]*)$/.exec(href) ?? []
  if (!isLanguage(code) || code !== language) return
  return pages.find((page) => page.path === path)
}

/** The address of a page in the language of the text. */
export const linkToPage = ({ path }: PublicPage, language: Language) => `/${language}${path}`
