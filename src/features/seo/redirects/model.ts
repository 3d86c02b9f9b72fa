import {
  encodeAddress,
  isDisguised,
  readPath,
  readQuery,
  readSiteAddress,
  type SiteAddress,
  splitLanguage,
  writePath,
} from '#features/seo/redirects/address/model.ts'
import { type Language, languages } from '#shared/languages.ts'

/** Moved for good; the same without a change of method (RFC 9110 §15.4); gone for good, which leads nowhere. */
export const redirectKinds = [301, 308, 410] as const
export type RedirectKind = (typeof redirectKinds)[number]

/** The most redirects that there may be. */
export const mostRedirects = 5_000
/** Characters. */
export const longestFrom = 500
export const longestTo = 1_000
export const longestNote = 200
/** Redirects that may lead to one another in a row. */
export const longestChain = 10

/** Where a former address leads. */
export interface RedirectRule {
  id: string
  /** As `readFrom` returns it. */
  from: string
  /** As `readTo` returns it; null for what is gone. */
  to: string | null
  kind: RedirectKind
}

/** Something that was read, or the code of the sentence that says why not. */
export type Reading = { value: string; fault?: undefined } | { fault: string }

const isAbsolute = (text: string) => /^https?:\/\//i.test(text)

// A dot at the end of a name leads to the same site.
const bareHost = ({ host }: URL) => host.replace(/\.(?=:|$)/, '')

/** What follows the origin when an address is one of this site, written in full. */
function withoutOrigin(text: string, siteUrl: string): string | undefined {
  if (!isAbsolute(text)) return undefined
  const url = URL.parse(text)
  if (!url || bareHost(url) !== bareHost(new URL(siteUrl)) || url.username || url.password) return undefined
  return `${url.pathname}${url.search}${url.hash}`
}

/**
 * Reads a former address of the site: with a language or for all of them, with an exact query or for any. An address in
 * full is understood when it is one of this site.
 */
export function readFrom(given: string, siteUrl: string): Reading {
  const trimmed = given.trim()
  if (trimmed === '') return { fault: 'required' }
  if (isDisguised(trimmed)) return { fault: 'control_characters' }
  const text = withoutOrigin(trimmed, siteUrl) ?? trimmed
  if (text.includes('#')) return { fault: 'redirect_fragment' }
  const address = readSiteAddress(text)
  if (!address) return { fault: 'redirect_from_invalid' }
  const query = readQuery(address.query)
  const value = `${writePath(address)}${query && `?${query}`}`
  return value.length > longestFrom ? { fault: 'too_long' } : { value }
}

/** Reads a target: an address of the site, perhaps with query and fragment, or one of another site by HTTPS. */
export function readTo(given: string, siteUrl: string): Reading {
  const trimmed = given.trim()
  if (trimmed === '') return { fault: 'required' }
  if (isDisguised(trimmed)) return { fault: 'control_characters' }
  const text = withoutOrigin(trimmed, siteUrl) ?? trimmed
  const value = text.startsWith('/') ? readInside(text) : readOutside(text)
  if (value === undefined) return { fault: 'redirect_to_invalid' }
  return value.length > longestTo ? { fault: 'too_long' } : { value }
}

function readInside(text: string): string | undefined {
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/u.exec(text) ?? []
  const read = readPath(path)
  if (read === undefined) return undefined
  const rest = `${query.length > 1 ? query : ''}${fragment.length > 1 ? fragment : ''}`
  return `${read}${encodeAddress(rest)}`
}

function readOutside(text: string): string | undefined {
  const url = isAbsolute(text) && !text.includes('\\') ? URL.parse(text) : null
  if (url?.protocol !== 'https:' || url.username || url.password) return undefined
  return url.hostname.includes('.') ? url.href : undefined
}

/** What is known of the addresses of the site. */
export interface SiteMap {
  /** Whether a path without a language is that of a page, which is there in every language. */
  isPage(path: string): boolean
  /** Whether something answers at a canonical path, with or without a language. */
  isLiving(path: string): boolean
}

/** Where an address leads in the end. `via` are the redirects that were followed, in order. */
export interface Outcome {
  fault?: undefined
  kind: RedirectKind
  /** As a header may hold it; null when it is gone. */
  to: string | null
  /** The address of the site that it leads to; undefined elsewhere. */
  address?: SiteAddress
  via: RedirectRule[]
}

/** Why redirects lead nowhere: round in a circle, or through too many others. */
export type ChainFault = 'loop' | 'chain'

interface DeadEnd {
  fault: ChainFault
  /** The redirects that were followed, in order. */
  via: RedirectRule[]
}

/** The redirects, to be looked up by address. */
export function createRuleBook(rules: readonly RedirectRule[]) {
  const byFrom = new Map(rules.map((rule) => [rule.from, rule]))
  const hasQueries = rules.some(({ from }) => from.includes('?'))

  /** The redirect of an address: one for its language before one for all, one for its query before one for any. */
  function find(address: SiteAddress): RedirectRule | undefined {
    const query = hasQueries && address.query ? readQuery(address.query) : ''
    const path = writePath(address)
    return (
      (query && byFrom.get(`${path}?${query}`)) ||
      byFrom.get(path) ||
      (address.language === null
        ? undefined
        : (query && byFrom.get(`${address.path}?${query}`)) || byFrom.get(address.path)) ||
      undefined
    )
  }

  /** The address to which a redirect leads within the site, and its fragment. */
  function step(rule: RedirectRule, to: string, from: SiteAddress, site: Pick<SiteMap, 'isPage'>) {
    const [whole = '', ...fragment] = to.split('#')
    const [path = '', ...ownQuery] = whole.split('?')
    const target = splitLanguage(path)
    const carried = rule.from.includes('?') ? '' : from.query
    const query = ownQuery.length > 0 ? ownQuery.join('?') : carried
    const inLanguage = { language: target.language ?? from.language, path: target.path, query }
    // What is no page, such as a file, has one address for all languages.
    const isLocal = target.language !== null || site.isPage(target.path) || find(inLanguage) !== undefined
    const address: SiteAddress = isLocal ? inLanguage : { ...inLanguage, language: null }
    return { address, fragment: fragment.length > 0 ? `#${fragment.join('#')}` : '' }
  }

  /** Follows an address to where it leads, in one go. Undefined when no redirect applies. */
  function follow(start: SiteAddress, site: SiteMap): Outcome | DeadEnd | undefined {
    const first = find(start)
    if (!first) return undefined
    const via: RedirectRule[] = []
    const seen = new Set<string>()
    let at = start
    for (let rule = first; ; ) {
      via.push(rule)
      if (via.length > longestChain) return { fault: 'chain', via }
      if (rule.to === null) return { kind: 410, to: null, via }
      const kind = first.kind
      if (!rule.to.startsWith('/')) return { kind, to: encodeAddress(rule.to), via }
      const { address, fragment } = step(rule, rule.to, at, site)
      const path = writePath(address)
      const next = site.isLiving(path) ? undefined : find(address)
      const query = address.query && `?${address.query}`
      if (!next) return { kind, to: encodeAddress(`${path}${query}${fragment}`), address, via }
      const key = `${path}?${readQuery(address.query)}`
      if (seen.has(key)) return { fault: 'loop', via }
      seen.add(key)
      at = address
      rule = next
    }
  }

  /**
   * The redirects from which a visitor of some language would never arrive, or only after too many others. Whether a page
   * is there now does not matter: it may be taken down.
   */
  function listFaults({ isPage }: Pick<SiteMap, 'isPage'>): DeadEnd[] {
    // In a language that no address names, visitors are led as without one.
    const named = new Set(rules.map(({ from }) => splitLanguage(from.split('?', 1)[0] ?? '').language))
    const site: SiteMap = { isPage, isLiving: () => false }
    return rules.flatMap((rule) => {
      for (const start of listStarts(rule, [null, ...languages.filter((one) => named.has(one))])) {
        const outcome = follow(start, site)
        if (outcome?.fault) return [outcome]
      }
      return []
    })
  }

  return { find, follow, listFaults }
}
export type RuleBook = ReturnType<typeof createRuleBook>

/** Every address at which a redirect applies in some languages, without those that differ by a query alone. */
function listStarts({ from }: RedirectRule, tried: readonly (Language | null)[]): SiteAddress[] {
  const address = readSiteAddress(from)
  if (!address) return []
  const inLanguages = address.language ? [address.language] : tried
  return inLanguages.map((language) => ({ ...address, language }))
}
