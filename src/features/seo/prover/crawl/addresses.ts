import { isLanguage, type Language } from '#shared/languages.ts'

/** Where a link on a page of the site leads to. */
export type Target =
  /** A page of the site: its path with the query. */
  | { kind: 'here'; address: string; isInsecure: boolean }
  | { kind: 'elsewhere'; url: string }
  /** What is no web address, such as one of a mailbox. */
  | { kind: 'other' }
  | { kind: 'unreadable' }

/** Reads a link on the page of an address. It is insecure when it leads to the site without its encryption. */
export function readTarget(link: string, from: string, publicUrl: string): Target {
  const url = URL.parse(link.trim(), publicUrl + from)
  if (!url) return { kind: 'unreadable' }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { kind: 'other' }
  const site = new URL(publicUrl)
  if (url.host !== site.host) return { kind: 'elsewhere', url: url.href }
  const isInsecure = url.protocol === 'http:' && site.protocol === 'https:'
  return { kind: 'here', address: url.pathname + url.search, isInsecure }
}

/** The path of the site that a link leads to, if it stays on the site. */
export function findAddress(link: string, from: string, publicUrl: string): string | undefined {
  const target = readTarget(link, from, publicUrl)
  return target.kind === 'here' ? target.address : undefined
}

/** The language of an address and its path without it. */
export function splitAddress(address: string): { language: Language | undefined; path: string } {
  const [, code, rest = ''] = /^\/([a-z]{2})(?=[/?]|$)(.*)$/.exec(address) ?? []
  if (!isLanguage(code)) return { language: undefined, path: address }
  return { language: code, path: rest.startsWith('/') ? rest : `/${rest}` }
}

/** Whether an address is that of a file, of which only the headers are asked for. */
export const isFileAddress = (address: string): boolean =>
  /^\/(api|assets|share|files)\//.test(address) || /\.[a-z0-9]{2,11}(\?|$)/i.test(address)
