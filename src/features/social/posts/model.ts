import type { PlatformId } from '#features/social/contract.ts'
import { findLinks } from '#features/social/limits/model.ts'
import { foldText } from '#shared/fold-text.ts'

/**
 * How often clocks show a time. `plain`: once; `skipped`: never, as they are put forward over it; `twice`: they are put back over it.
 */
export type WallTimeKind = 'plain' | 'skipped' | 'twice'

export interface ResolvedWallTime {
  /** The moment that is taken: the first of two; a time that is skipped moves forward by what is skipped. */
  instant: Date
  kind: WallTimeKind
  /** What clocks show at that moment, as `2027-03-28T03:30`. Differs from what was asked for when it is skipped. */
  shown: string
  /** The second moment at which clocks show it; null unless `twice`. */
  later: Date | null
}

// Of years that time zones and calendars can be asked about.
const wallTimePattern = /^(1[1-9]|2\d)\d\d-\d\d-\d\dT\d\d:\d\d$/
const day = 86_400_000
const minute = 60_000

/** Whether a text is a time on a clock that a calendar knows, such as `2026-12-01T09:00`. */
export function isWallTime(value: string): boolean {
  if (!wallTimePattern.test(value)) return false
  const time = Date.parse(`${value}Z`)
  return !Number.isNaN(time) && wallTimeText(time) === value
}

/**
 * The moment at which clocks in a time zone show a time such as `2026-12-01T09:00`. Clocks that are put forward skip times, and clocks
 * that are put back show times twice: the result tells which, and what was taken.
 * @throws {RangeError} when the text is no such time, or the zone is unknown
 */
export function resolveWallTime(wallTime: string, timeZone: string): ResolvedWallTime {
  if (!isWallTime(wallTime)) throw new RangeError(`${wallTime} is no time on a clock.`)
  const shown = Date.parse(`${wallTime}Z`)
  // Clocks are changed at most once in two days; the largest change is the day that Samoa left out in 2011.
  const before = offsetAt(shown - day, timeZone)
  const after = offsetAt(shown + day, timeZone)
  const [first, second] = [...new Set([shown - before, shown - after])]
    .filter((time) => time + offsetAt(time, timeZone) === shown)
    .sort((a, b) => a - b)
  if (first === undefined) {
    const moved = shown - before
    const text = wallTimeText(moved + offsetAt(moved, timeZone))
    return { instant: new Date(moved), kind: 'skipped', shown: text, later: null }
  }
  const later = second === undefined ? null : new Date(second)
  return { instant: new Date(first), kind: later ? 'twice' : 'plain', shown: wallTime, later }
}

/** What clocks in a time zone show at a moment, as `2026-12-01T09:00`. @throws {RangeError} when the zone is unknown */
export function wallTimeAt(instant: Date, timeZone: string): string {
  const time = instant.getTime()
  return wallTimeText(time + offsetAt(time, timeZone))
}

const wallTimeText = (time: number) => new Date(time).toISOString().slice(0, 16)

/** By how many milliseconds clocks in a time zone are ahead of UTC at a time. */
function offsetAt(time: number, timeZone: string): number {
  const [date = '', clock = ''] = formatOf(timeZone).format(time).split(' ')
  return Date.parse(`${date}T${clock}Z`) - Math.floor(time / 1000) * 1000
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    // Swedish writes dates and times as ISO 8601 does.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    formats.set(timeZone, format)
  }
  return format
}

export interface Campaign {
  platform: PlatformId
  /** Such as `https://example.org`. */
  siteOrigin: string
  /** What visits by these links are counted under. */
  campaign: string
}

/**
 * A text whose links to pages of the site say where a visit comes from: `utm_source` is the platform, `utm_medium` is `social`. A link
 * that has such parameters already stays as it is, and so do those to other sites. Otherwise links keep every character of theirs.
 */
export function withCampaignParameters(text: string, { platform, siteOrigin, campaign }: Campaign): string {
  const host = new URL(siteOrigin).host
  const parameters = `utm_source=${platform}&utm_medium=social&utm_campaign=${encodeURIComponent(campaign)}`
  let rest = text
  let result = ''
  for (const link of findLinks(text)) {
    const start = rest.indexOf(link)
    result += rest.slice(0, start) + (isTrackedPage(link, host) ? withParameters(link, parameters) : link)
    rest = rest.slice(start + link.length)
  }
  return result + rest
}

/** The name under which visits by links of posts that were written together are counted, by the id of their group. */
export const campaignOf = (groupId: string): string => `social-${groupId.slice(0, 8)}`

/** Whether a link leads to a page of the site and says nothing yet about where a visit comes from. */
function isTrackedPage(link: string, host: string): boolean {
  const url = URL.parse(link)
  if (url?.host !== host || /^\/(api|admin)(\/|$)/.test(url.pathname)) return false
  return ![...url.searchParams.keys()].some((name) => name.startsWith('utm_'))
}

function withParameters(link: string, parameters: string): string {
  const [address = '', ...fragment] = link.split('#')
  const separator = /[?&]$/.test(address) ? '' : address.includes('?') ? '&' : '?'
  return [address + separator + parameters, ...fragment].join('#')
}

/** How many characters of texts are compared: as many as the calendar has of each. */
const comparedLength = 140
/** From which share of common parts on two texts are nearly the same. */
const nearlySame = 0.7

/**
 * The parts of a text by which it is compared, each as a number: any three letters that follow each other, without case, accents and
 * parameters of links.
 */
function partsOf(text: string): Set<number> {
  const plain = findLinks(text).reduce((left, link) => left.replace(link, link.replace(/[?#].*$/, '')), text)
  const letters = [...foldText([...plain].slice(0, comparedLength).join(''))]
  const parts = new Set<number>()
  if (letters.length === 0) return parts
  let [first, second] = [space, codeOf(letters[0])]
  for (const letter of [...letters.slice(1), ' ']) {
    const third = codeOf(letter)
    parts.add(mixed(mixed(mixed(first) ^ second) ^ third))
    first = second
    second = third
  }
  return parts
}

const space = 32
const codeOf = (letter: string | undefined) => letter?.codePointAt(0) ?? space

/** A number whose bits depend on all bits of another (the finalizer of MurmurHash3). */
function mixed(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x85_eb_ca_6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** The share of parts that two texts have in common (Jaccard index): 1 when they are the same, 0 when nothing is. */
function similarityOf(one: ReadonlySet<number>, other: ReadonlySet<number>): number {
  const [small, large] = one.size < other.size ? [one, other] : [other, one]
  if (small.size < nearlySame * large.size) return 0
  let common = 0
  for (const part of small) if (large.has(part)) common++
  const all = small.size + large.size - common
  return all === 0 ? 0 : common / all
}

// Of posts that were compared before, as somebody types.
const knownParts = new WeakMap<object, Set<number>>()

function partsOfPost(post: { content: string }): Set<number> {
  const known = knownParts.get(post) ?? partsOf(post.content)
  knownParts.set(post, known)
  return known
}

/** Whether a text is long enough to be compared: shorter ones are alike by chance. */
export const isComparable = (text: string): boolean => text.trim().length >= 20

/** Those of several posts that say nearly the same as a text, the most similar first. Posts are taken not to change. */
export function findSimilar<Post extends { readonly content: string }>(
  text: string,
  others: readonly Post[],
): Post[] {
  const parts = partsOf(text)
  return others
    .map((other) => ({ other, similarity: similarityOf(parts, partsOfPost(other)) }))
    .filter(({ similarity }) => similarity >= nearlySame)
    .sort((a, b) => b.similarity - a.similarity)
    .map(({ other }) => other)
}

interface PlannedPost {
  readonly id: string
  readonly content: string
  readonly scheduled_at: string
}

const bands = 12
const rows = 3
/** With how many others a text is compared that have the same in common with it: thousands may be alike. */
const mostCompared = 8
/** How many numbers two sketches have in common where it is worth comparing the texts: half, as chance makes it less than it is. */
const worthComparing = (bands * rows) / 2

// Of posts that were compared before, as others come and go.
const knownSketches = new WeakMap<object, Uint32Array>()

/** Numbers of which two texts have about as many in common as parts (MinHash). */
function sketchOf(post: { content: string }): Uint32Array {
  const known = knownSketches.get(post)
  if (known) return known
  const least = new Uint32Array(bands * rows).fill(0xff_ff_ff_ff)
  for (const part of partsOfPost(post))
    for (let index = 0; index < least.length; index++) {
      const hash = Math.imul(part ^ (part >>> 15), 2 * index * 0x9e_37_79_b1 + 0x85_eb_ca_6b) >>> 0
      if (hash < (least[index] ?? 0)) least[index] = hash
    }
  knownSketches.set(post, least)
  return least
}

/** Of two texts that are nearly the same one band is the same nearly certainly, and otherwise rarely. */
const bandsOf = (sketch: Uint32Array): number[] =>
  Array.from({ length: bands }, (_, band) =>
    sketch.subarray(band * rows, (band + 1) * rows).reduce((sum, hash) => mixed(sum ^ hash) + band, 0),
  )

function isWorthComparing(one: Uint32Array, other: Uint32Array): boolean {
  let common = 0
  for (let index = 0; index < one.length; index++) if (one[index] === other[index]) common++
  return common >= worthComparing
}

/**
 * For each of many posts of one account the ids of others that say nearly the same; posts without any are left out. It compares those
 * that have something rare in common (Broder: On the resemblance and containment of documents, 1997), so that thousands take a fraction
 * of a second; of texts that are just similar enough it may miss one in a hundred, and of a crowd that is all alike it names a few.
 * Posts are taken not to change. It pauses after each post, so that whoever draws a screen can do so in between.
 */
export function* searchNearDuplicates(
  posts: readonly PlannedPost[],
): Generator<undefined, Map<string, string[]>> {
  const found = new Map<string, string[]>()
  const add = (id: string, other: string) => {
    const others = found.get(id)
    if (others) others.push(other)
    else found.set(id, [other])
  }
  const byBand = Array.from({ length: bands }, () => new Map<number, PlannedPost[]>())
  for (const post of posts) {
    yield
    if (partsOfPost(post).size === 0) continue
    const sketch = sketchOf(post)
    const candidates = new Set<PlannedPost>()
    for (const [band, value] of bandsOf(sketch).entries()) {
      const known = byBand[band]?.get(value)
      for (const candidate of known?.slice(-mostCompared) ?? []) candidates.add(candidate)
      if (known) known.push(post)
      else byBand[band]?.set(value, [post])
    }
    for (const candidate of candidates) {
      if (!isWorthComparing(sketchOf(candidate), sketch)) continue
      if (similarityOf(partsOfPost(candidate), partsOfPost(post)) < nearlySame) continue
      add(candidate.id, post.id)
      add(post.id, candidate.id)
    }
  }
  return found
}

/** Posts of one account that are this near each other are pointed out. In milliseconds. */
export const conflictDistance = 10 * minute

/** The ids of those posts of one account that are to be published less than ten minutes before or after another of them. */
export function findConflicts(posts: readonly Pick<PlannedPost, 'id' | 'scheduled_at'>[]): Set<string> {
  const sorted = posts
    .map(({ id, scheduled_at }) => ({ id, time: Date.parse(scheduled_at) }))
    .sort((a, b) => a.time - b.time)
  const near = new Set<string>()
  for (const [index, { id, time }] of sorted.entries()) {
    const next = sorted[index + 1]
    if (next && next.time - time < conflictDistance) near.add(id).add(next.id)
  }
  return near
}
