import { isLanguage, type Language } from '#shared/languages.ts'

/** An address of the site: the language of its path if it names one, the path without it, and the query. */
export interface SiteAddress {
  language: Language | null
  /** In canonical form; `/` for the first page. */
  path: string
  /** Without the question mark; as it was given. */
  query: string
}

// Direction marks and the like, with which an address can look like another; two joiners are part of words (Hindi, Persian).
const disguise = /[\p{Cc}\p{Cs}\u2028\u2029]|(?![\u200c\u200d])\p{Cf}/u

/** Whether a text has what no address may: control characters, halves of characters, marks that nobody sees. */
export const isDisguised = (text: string): boolean => disguise.test(text)

/**
 * A path in the one form in which paths are compared and stored: percent-encoding undone where a character is no
 * delimiter, composed characters (Unicode NFC), no slash at the end. Case is kept. Undefined for what is no path within a
 * site: `//host`, dot segments, encoded slashes, backslashes, control characters.
 */
export function readPath(given: string): string | undefined {
  if (!given.startsWith('/')) return undefined
  const parts = given.slice(1).split('/')
  if (parts.at(-1) === '') parts.pop()
  const read = parts.map(readPart)
  return read.includes(undefined) ? undefined : `/${read.join('/')}`
}

function readPart(part: string): string | undefined {
  let text: string
  try {
    text = decodeURIComponent(part).normalize('NFC')
  } catch {
    return undefined
  }
  if (text === '' || text === '.' || text === '..' || /[/\\]/.test(text) || isDisguised(text))
    return undefined
  return text.replace(/[%?#\s]/gu, encodeURIComponent)
}

/** A query in the one form in which queries are compared: its parameters sorted by name. */
export function readQuery(query: string): string {
  const parameters = new URLSearchParams(query)
  parameters.sort()
  return parameters.toString()
}

/** Splits a canonical path into its language and the rest. */
export function splitLanguage(path: string): Pick<SiteAddress, 'language' | 'path'> {
  const [, first = '', ...rest] = path.split('/')
  return isLanguage(first) ? { language: first, path: `/${rest.join('/')}` } : { language: null, path }
}

/** Reads the address that was asked for; undefined when it is none of a page. */
export function readSiteAddress(url: string): SiteAddress | undefined {
  const [whole = ''] = url.split('#', 1)
  const mark = whole.indexOf('?')
  const path = readPath(mark < 0 ? whole : whole.slice(0, mark))
  if (path === undefined) return undefined
  return { ...splitLanguage(path), query: mark < 0 ? '' : whole.slice(mark + 1) }
}

/** The path of an address, with its language. */
export function writePath({ language, path }: Pick<SiteAddress, 'language' | 'path'>): string {
  return language ? `/${language}${path}` : path
}

/** An address as a header may hold it: visible ASCII characters only (RFC 3986 §2). */
export function encodeAddress(address: string): string {
  return address.replace(/[^\x21-\x7e]|["<>\\^`{|}]/gu, encodeURIComponent)
}
