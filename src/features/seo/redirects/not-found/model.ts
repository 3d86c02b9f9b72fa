import { foldText } from '#shared/fold-text.ts'

/** How long addresses at which there was nothing are kept, in days. */
export const keptDays = 30
/** The most of them in a day. */
export const mostPerDay = 2_000
/** Longer paths are not kept, in characters: cut, they would be others. */
const longestPath = 200
const mostParts = 8

const pageEnding = /\.(?:html?|shtml|pdf)$/i
const anyEnding = /\.[a-z0-9_~-]{1,12}$/i
// What programs look for that search for holes in the products of others.
const probes =
  /^(?:\.|_|wp-|wp\d?$|wordpress|phpmyadmin|pma$|php|cgi-bin|xmlrpc|vendor$|actuator|autodiscover|owa$|ecp$|solr$|boaform|hnap1|telescope|server-status|graphql|console$|jenkins|manager$|administrator|backups?$|config$|debug$|shell|nmaplowercheck|sdk$|evox)/i
const plain = /^(?:[\p{L}\p{N}\p{M}._~!'(),+-]|\u200c|\u200d)+$/u

/**
 * Whether a missing path looks like that of a page that somebody misses, and holds nothing that may be a secret. The path
 * is in canonical form, and under none of the product's own prefixes.
 */
export function isWorthKeeping(path: string): boolean {
  if (path.length > longestPath || path === '/') return false
  const parts = path.slice(1).split('/')
  const last = parts.at(-1) ?? ''
  if (parts.length > mostParts || (anyEnding.test(last) && !pageEnding.test(last))) return false
  return parts.every((part) => {
    const text = part.replaceAll('%20', '-')
    return plain.test(text) && !probes.test(text) && !looksSecret(text)
  })
}

/**
 * Whether a part of a path may be a token or a number of somebody, as at the end of a mistyped personal link: long digits,
 * UUIDs, capitals within a word, or letters and digits that alternate as in none.
 */
export function looksSecret(part: string): boolean {
  if (/\d{9}/.test(part.replace(/[^\p{L}\p{N}]/gu, ''))) return true
  if (/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-/i.test(part)) return true
  if (part.length < 12) return false
  const isLong = part.length >= 16
  if (isLong && /[\p{L}\p{N}]\p{Lu}/u.test(part)) return true
  const kinds = [...part].map((letter) =>
    /\p{Lu}/u.test(letter) ? 'A' : /\p{L}/u.test(letter) ? 'a' : /\p{N}/u.test(letter) ? '0' : '-',
  )
  let changes = 0
  for (const [index, kind] of kinds.entries()) {
    const before = kinds[index - 1]
    if (before === undefined || kind === before || kind === '-' || before === '-') continue
    // The capital with which a word begins is none.
    const beginsWord = before === 'A' && kind === 'a' && /^-?$/.test(kinds[index - 2] ?? '')
    if (!beginsWord) changes++
  }
  return changes >= (isLong ? 2 : 4)
}

/** A page to which a missing address may lead, with the addresses that it had formerly. */
export interface SuggestedPage {
  path: string
  former: readonly string[]
}

// Below this likeness a suggestion would puzzle more than it helps; 1 is the same.
const leastLikeness = 0.4

/**
 * Creates the search for the living page that is most like a missing address. Paths are without a language. Looked up by pairs
 * of letters, since there may be ten thousands of pages.
 */
export function createSuggestions(pages: readonly SuggestedPage[]) {
  const candidates = pages.flatMap(({ path, former }) =>
    path === '/' ? [] : [path, ...former].map((address) => ({ path, ...describe(address) })),
  )
  const places = new Map<string, number[]>()
  for (const [place, { pairs }] of candidates.entries())
    for (const pair of pairs) {
      const known = places.get(pair)
      if (known) known.push(place)
      else places.set(pair, [place])
    }

  /** The path of the page; undefined when none is like it. */
  return (missing: string): string | undefined => {
    const { last, pairs } = describe(missing)
    if (last === '') return undefined
    const shared = new Uint16Array(candidates.length)
    for (const pair of pairs)
      for (const place of places.get(pair) ?? []) shared[place] = (shared[place] ?? 0) + 1
    let best: { path: string; likeness: number } | undefined
    for (const [place, candidate] of candidates.entries()) {
      const number = shared[place] ?? 0
      // Words that begin alike share the pair at their beginning.
      if (number === 0) continue
      // The likeness of two sets of pairs of letters (Dice, 1945).
      const alike = (2 * number) / (pairs.size + candidate.pairs.size)
      const likeness = candidate.last === last ? 1 : Math.max(alike, begin(last, candidate.last))
      if (likeness >= leastLikeness && likeness > (best?.likeness ?? 0))
        best = { path: candidate.path, likeness }
    }
    return best?.path
  }
}

function describe(path: string): { last: string; pairs: Set<string> } {
  const text = foldText(path.replace(pageEnding, '')).replace(/[^\p{L}\p{N}/]+/gu, ' ')
  const parts = text.split('/').filter(Boolean)
  const pairs = new Set<string>()
  for (const word of parts.join(' ').split(' ')) {
    const letters = [...` ${word} `]
    for (let at = 0; at + 1 < letters.length; at++) pairs.add(`${letters[at]}${letters[at + 1]}`)
  }
  return { last: (parts.at(-1) ?? '').trim(), pairs }
}

/** The likeness of words that begin alike, as those of one thing do in many languages: `identidad`, `identity`. */
function begin(a: string, b: string): number {
  let shared = 0
  while (shared < a.length && a[shared] === b[shared]) shared++
  return shared >= 3 && shared >= 0.7 * Math.min(a.length, b.length) ? 0.5 : 0
}
