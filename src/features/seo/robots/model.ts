import robotsParser from 'robots-parser'
import { languages } from '#shared/languages.ts'

interface Robots {
  isAllowed(address: string, agent: string): boolean | undefined
  getSitemaps(): string[]
}

/** Parses a `robots.txt` by its address and its text (RFC 9309). */
// Its types describe a module of ES, but it is one of CommonJS, whose only export is this function.
export const parseRobots = robotsParser as unknown as (address: string, text: string) => Robots

/** Rules for some crawlers (RFC 9309 §2.2). */
export interface RobotsGroup {
  agents: string[]
  /** As they are written, such as `Disallow: /drafts`. */
  rules: string[]
}

export type RobotsFault = 'robots_line_invalid' | 'robots_without_agent' | 'robots_blocks_site'

/** What no crawler is to fetch, and what is allowed in it. Every group has these rules, since a crawler obeys one group only. */
export const fixedRules = ['Disallow: /admin', 'Disallow: /api/', 'Allow: /api/doc/']

const line = /^(user-agent|allow|disallow|crawl-delay)\s*:\s*(.*)$/i
const names: Record<string, string> = {
  'user-agent': 'User-agent',
  allow: 'Allow',
  disallow: 'Disallow',
  'crawl-delay': 'Crawl-delay',
}

/** The lines of a text without comments and blank ones. */
function listLines(text: string): string[] {
  return text
    .split('\n')
    .map((one) => one.replace(/#.*$/, '').trim())
    .filter(Boolean)
}

/** A path whose letters are not hidden in percent-encoding: crawlers compare it without (RFC 9309 §2.2.2). */
const plainPath = (value: string) =>
  value.replace(/%[2-7][\da-f]/gi, (code) => {
    const character = decodeURIComponent(code)
    return /[\w.~-]/.test(character) ? character : code
  })

const isValidValue = (name: string, value: string) => {
  if (name === 'user-agent') return /^(\*|[\w.-]{1,80})$/.test(value)
  if (name === 'crawl-delay') return /^\d{1,3}(\.\d)?$/.test(value)
  return value === '' || /^[/*][\x21-\x7e]{0,300}$/.test(value)
}

/** Reads the team's own rules. */
export function readGroups(text: string): { groups: RobotsGroup[]; fault?: RobotsFault } {
  const groups: RobotsGroup[] = []
  for (const one of listLines(text)) {
    const [, written = '', value = ''] = line.exec(one) ?? []
    const name = written.toLowerCase()
    if (!name || !isValidValue(name, value)) return { groups, fault: 'robots_line_invalid' }
    const last = groups.at(-1)
    if (name === 'user-agent') {
      if (last && last.rules.length === 0) last.agents.push(value)
      else groups.push({ agents: [value], rules: [] })
    } else if (last) last.rules.push(`${names[name]}: ${plainPath(value)}`.trim())
    else return { groups, fault: 'robots_without_agent' }
  }
  return blocksSite(groups) ? { groups, fault: 'robots_blocks_site' } : { groups }
}

/** What must stay open to these crawlers, whatever the team writes. */
const openPaths = ['/', '/sitemap.xml', ...languages.flatMap((code) => [`/${code}/`, `/${code}/about`])]
const openTo = ['*', 'Googlebot', 'bingbot', 'YandexBot', 'Baiduspider']

function blocksSite(groups: readonly RobotsGroup[]): boolean {
  const origin = 'https://site.example'
  const robots = parseRobots(`${origin}/robots.txt`, writeGroups(groups))
  return openTo.some((agent) => openPaths.some((path) => robots.isAllowed(origin + path, agent) === false))
}

/** The fixed rules for everyone, then the team's groups. */
export function writeGroups(groups: readonly RobotsGroup[]): string {
  return [{ agents: ['*'], rules: [] }, ...groups]
    .map(({ agents, rules }) =>
      [...agents.map((agent) => `User-agent: ${agent}`), ...fixedRules, ...rules].join('\n'),
    )
    .join('\n\n')
}
