import { createHash } from 'node:crypto'
import type { Language } from '#shared/languages.ts'
import type { Answer } from './page.ts'

/** The sitemap as crawlers get it. */
export interface Sitemap {
  state: 'working' | 'off' | 'error'
  /** Why it is in error. */
  reason?: 'status' | 'unreadable' | 'empty'
  status: number
  /** The alternates of each address that it lists (`digestAlternates`). */
  entries: ReadonlyMap<string, string>
  /** Addresses of other sites that it lists. */
  foreign: readonly string[]
}

/** The file robots.txt as crawlers get it (RFC 9309). */
export interface Robots {
  state: 'working' | 'error'
  status: number
  namesSitemap: boolean
  allows(address: string): boolean
}

/** Title and description of a page that was not looked at this time. */
export interface KnownText {
  address: string
  language: Language
  title: string
  description: string
}

/** All that was read of the site: what rules judge. */
export interface Site {
  publicUrl: string
  answers: ReadonlyMap<string, Answer>
  /** The addresses that were to be looked at, and not only followed. */
  judged: ReadonlySet<string>
  /** Addresses of the public pages, by the product itself. */
  known: ReadonlySet<string>
  /** Those that the sitemap leaves out by its settings. */
  unlisted: ReadonlySet<string>
  sitemap: Sitemap
  robots: Robots
  others: readonly KnownText[]
  /** Whether every page was looked at. */
  isWhole: boolean
  /** Whether there were more addresses than a check follows. */
  isCut: boolean
}

/** A short text that differs whenever the alternates of a page do. */
export function digestAlternates(alternates: readonly { hreflang: string; href: string }[]): string {
  if (alternates.length === 0) return ''
  const lines = alternates.map(({ hreflang, href }) => `${hreflang.toLowerCase()} ${href}`)
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('base64url')
}

/** Where an address leads in the end. */
export interface Journey {
  /** The last answer; undefined when it leads off the site, round in circles, or was not followed. */
  end: Answer | undefined
  /** How many redirects there were. */
  hops: number
  isLoop: boolean
  /** The address of another site that it leads to. */
  elsewhere?: string
}

const mostHops = 10

/** Follows the redirects of an address. */
export function follow({ answers }: Pick<Site, 'answers'>, address: string): Journey {
  const seen = new Set<string>()
  let here = address
  for (let hops = 0; hops <= mostHops; hops++) {
    if (seen.has(here)) return { end: undefined, hops, isLoop: true }
    seen.add(here)
    const answer = answers.get(here)
    if (answer?.location === undefined) return { end: answer, hops, isLoop: false }
    if (!answer.location.startsWith('/'))
      return { end: undefined, hops: hops + 1, isLoop: false, elsewhere: answer.location }
    here = answer.location
  }
  return { end: undefined, hops: mostHops, isLoop: true }
}

/** Whether a page or its headers keep it out of search results. */
export function findNoindex({ content, robotsHeader }: Answer): 'page' | 'header' | undefined {
  const forbids = (said: string) => /(^|[\s,:])(noindex|none)($|[\s,])/.test(said)
  if (content?.robots.some(forbids)) return 'page'
  return forbids(robotsHeader) ? 'header' : undefined
}
