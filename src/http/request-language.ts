import type { IncomingMessage } from 'node:http'
import { isLanguage, type Language, languageCookie, languageOf } from '#shared/languages.ts'

/** The language and path of a page's address. */
export interface LocalizedPath {
  language: Language
  /** The path without its language; empty for `/es`, which redirects to a page. */
  path: string
  /** Whether the address names no language, so that the response depends on the visitor. */
  isBare: boolean
}

/**
 * Reads the language of a page request: from its path, else from the `lang` cookie, else from `Accept-Language`, else the
 * default one.
 */
export function readLocalizedPath(
  { url = '/', headers }: IncomingMessage,
  defaultLanguage: Language,
): LocalizedPath {
  const mark = url.indexOf('?')
  const whole = mark < 0 ? url : url.slice(0, mark)
  const first = whole.slice(1, 3)
  if (isLanguage(first) && (whole.length === 3 || whole[3] === '/')) {
    return { language: first, path: whole.slice(3), isBare: false }
  }
  const language = languageOf(
    findCookie(headers.cookie, languageCookie),
    headers['accept-language'],
    defaultLanguage,
  )
  return { language, path: whole, isBare: true }
}

/** The value of a cookie in a `Cookie` header. */
export function findCookie(header: string | undefined, name: string): string | undefined {
  if (!header) return undefined
  for (const part of header.split(';')) {
    const [key, value] = part.trim().split('=')
    if (key === name) return value
  }
  return undefined
}
