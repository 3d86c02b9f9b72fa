import { isLanguage, type Language } from '#shared/languages.ts'
import { findPublicPage, pageAddress, type RouteName } from '#site/routes.ts'

/** The page of the site that a link leads to in a language. */
export function findLinkedPage(href: string, language: Language): RouteName | undefined {
  const [, code, path = ''] = /^\/([a-z]{2})(\/[^?#]*)$/.exec(href) ?? []
  if (!isLanguage(code) || code !== language) return
  return findPublicPage(path)?.name
}

/** The address of a page in the language of the text. */
export const linkToPage = (name: RouteName, language: Language) => pageAddress(name, language)
