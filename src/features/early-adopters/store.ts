import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { findShortSearchCondition } from '#features/early-adopters/list/short-search-store.ts'
import { findSimilar } from '#features/early-adopters/list/similar-store.ts'
import {
  type CurrentTag,
  findCurrentTags,
  findTagsOf,
  hasTag,
  type TagsOf,
} from '#features/early-adopters/tags/tag-store.ts'
import type { MailStep } from '#features/mail/model.ts'
import { isWithin } from '#platform/database/local-days.ts'
import { matchesSearch, withoutAddress } from '#platform/database/search-text.ts'
import type { Database } from '#platform/postgres.ts'
import type { BadgeType } from '#shared/badge-types.ts'
import type { Language } from '#shared/languages.ts'
import type { LeadKind } from '#shared/lead-requests.ts'
import { unknownCountry } from '#shared/regions.ts'
import { isShortSearch } from '#shared/search/words.ts'
import type { Segment } from '#shared/segments.ts'
import type { SortColumn } from './contract.ts'
import type { MailSteps } from './ports.ts'
import { earlyAdopterCounts, earlyAdopters } from './table.ts'

export type EarlyAdopterRow = typeof earlyAdopters.$inferSelect

/** Which early adopters to list. `words` must all occur in the search text, addresses included unless it says not. */
export interface EarlyAdopterFilter {
  words?: readonly string[] | undefined
  searchesAddresses?: boolean
  segment?: Segment | undefined
  language?: Language | undefined
  /** The badge that they hold; `any` for at least one. */
  badge?: BadgeType | 'any' | 'none' | undefined
  kind?: LeadKind | undefined
  /** The id of a tag, or of one that was merged into it. */
  tag?: string | undefined
  /** An ISO 3166-1 code, or `ZZ` for none. */
  country?: string | undefined
  /** The first and the last day of their registration, in the time zone of the site. */
  registeredFrom?: string | undefined
  registeredTo?: string | undefined
  /** The step that mails have reached with them, or one after it. */
  step?: MailStep | undefined
}

/** A filter with the tag as it is now, none when it no longer exists, and what else is a condition of its own. */
type CurrentFilter = Omit<
  EarlyAdopterFilter,
  'tag' | 'country' | 'registeredFrom' | 'registeredTo' | 'step'
> & {
  tags?: CurrentTag[] | undefined
  /** By country, day of registration and step. */
  origin?: SQL | undefined
}

/** What the filters need to know beside the leads. */
interface FilterNeeds {
  timeZone(): string
  mailSteps: Pick<MailSteps, 'haveReached'>
}

async function findCurrentFilter(
  db: Database,
  { timeZone, mailSteps }: FilterNeeds,
  { tag, country, registeredFrom, registeredTo, step, ...filter }: EarlyAdopterFilter,
): Promise<CurrentFilter> {
  return {
    ...filter,
    tags: tag === undefined ? undefined : await findCurrentTags(db, [tag]),
    origin: and(
      registeredFrom === undefined && registeredTo === undefined
        ? undefined
        : isWithin(earlyAdopters.createdAt, { from: registeredFrom, to: registeredTo, timeZone: timeZone() }),
      country === unknownCountry ? isNull(earlyAdopters.country) : undefined,
      country && country !== unknownCountry ? eq(earlyAdopters.country, country) : undefined,
      step && mailSteps.haveReached(db, earlyAdopters.id, step),
    ),
  }
}

/** How many a filter lets through: exactly, or at least so many where counting them all would take long. */
export interface ListTotal {
  total: number
  isExact: boolean
}

/** Up to how many matches of a short search are counted. */
export const mostCounted = 500

/** Up to how many people are counted by a country, days or a step, or with a tag when another filter narrows them. */
export const mostCountedInRows = 2_000

/** Up to this many matches are found first and then sorted. */
const fewMatches = 1_000

/** Which part of the list, in which order. */
export interface ListPart {
  sort: SortColumn
  order: 'asc' | 'desc'
  limit: number
  offset: number
}

const isHolder = sql`${earlyAdopters.badges} <> '{}'`
const orders: Record<SortColumn, SQL> = {
  created_at: sql`${earlyAdopters.createdAt}`,
  // As the index has it. Without addresses: the order of people of the same name would tell them to viewers.
  name: sql`left(${withoutAddress(earlyAdopters.searchText)}, 60)`,
  email: sql`${earlyAdopters.emailKey}`,
}

/**
 * With `walks`, PostgreSQL does not see how rare the words are by its own estimate, which for pairs of letters is often wrong
 * by a factor of a hundred, and walks the list in its order.
 */
function conditionOf(filter: CurrentFilter, { walks = false } = {}) {
  const { words = [], searchesAddresses = true, segment, language, badge, kind, tags, origin } = filter
  const found = matchesSearch(earlyAdopters.searchText, words, { searchesAddresses })
  return and(
    segment && eq(earlyAdopters.segment, segment),
    language && eq(earlyAdopters.language, language),
    kind && eq(earlyAdopters.kind, kind),
    tags && hasTag(earlyAdopters.id, tags),
    origin,
    badge === 'none' ? sql`NOT (${isHolder})` : badge && isHolder,
    badge && badge !== 'none' && badge !== 'any'
      ? sql`${earlyAdopters.badges} @> ARRAY[${badge}]::text[]`
      : undefined,
    ...(walks ? found.map((one) => sql`coalesce(${one}, false)`) : found),
  )
}

/** The queries on the list of early adopters. */
export function createEarlyAdopterStore(db: Database, needs: FilterNeeds) {
  return {
    /**
     * A page of the list, and how many the filter lets through. Unless `counting` is `all`, of a short search no more than
     * 500 are counted, and of a tag with another filter, a country, days or a step 2,000, since that would take the longer the more people there are;
     * with `few`, no more than 500 of anything.
     */
    async list(
      asked: EarlyAdopterFilter,
      page: ListPart,
      counting: 'all' | 'usual' | 'few' = 'usual',
    ): Promise<ListTotal & { rows: EarlyAdopterRow[] }> {
      const filter = await findCurrentFilter(db, needs, asked)
      const { words = [] } = filter
      const isShort = isShortSearch(words)
      const served = isShort ? await findShortSearchCondition(db, words) : undefined
      const condition = and(served, conditionOf(filter))
      const isCounted = counting === 'all' || (counting === 'usual' && !isShort && !isCountedInRows(filter))
      const most = isShort || counting === 'few' ? mostCounted : mostCountedInRows
      const counted = isCounted
        ? { total: await countFiltered(db, filter), isExact: true }
        : await countUpTo(db, most, condition)
      // A page of many matches is found soonest by walking the list.
      const rows = await readPage(
        db,
        counted.isExact ? condition : conditionOf(filter, { walks: true }),
        page,
        counted,
      )
      // There are at least those up to the end of this page.
      const reached = counted.isExact || rows.length === 0 ? 0 : page.offset + rows.length
      return { ...counted, total: Math.max(counted.total, reached), rows }
    },

    /** How many there are by segment, at the same cost at any size. */
    async countBySegment(): Promise<Map<Segment, number>> {
      const rows = await db
        .select({
          segment: earlyAdopterCounts.segment,
          total: sql<number>`sum(${earlyAdopterCounts.total})::int`,
        })
        .from(earlyAdopterCounts)
        .where(eq(earlyAdopterCounts.badge, 'all'))
        .groupBy(earlyAdopterCounts.segment)
      return new Map(rows.map(({ segment, total }) => [segment, total]))
    },

    async *walk(filter: EarlyAdopterFilter, size?: number): AsyncGenerator<EarlyAdopterRow[]> {
      yield* walkEarlyAdopters(db, await findCurrentFilter(db, needs, filter), size)
    },

    findSimilar: (words: readonly string[], visible: { searchesAddresses: boolean }) =>
      findSimilar(db, words, visible),

    findTagsOf: (rows: readonly EarlyAdopterRow[]): Promise<TagsOf> =>
      findTagsOf(
        db,
        rows.map(({ id }) => id),
      ),

    /** Those of these ids that there are. */
    findMany: (ids: string[]): Promise<EarlyAdopterRow[]> =>
      db.select().from(earlyAdopters).where(inArray(earlyAdopters.id, ids)),
  }
}
export type EarlyAdopterStore = ReturnType<typeof createEarlyAdopterStore>

/** Whether a filter, but for a search, asks for what no count is kept of: a tag and anything else, or an origin. */
const isCountedInRows = ({ words = [], ...filter }: CurrentFilter): boolean => {
  const { tags, segment, language, badge, kind, origin } = filter
  if (words.length > 0) return false
  return origin !== undefined || (tags !== undefined && Boolean(segment || language || badge || kind))
}

/** How many a filter lets through; without a search, and unless it counts rows, at the same cost at any size. */
async function countFiltered(db: Database, filter: CurrentFilter): Promise<number> {
  const { words = [], tags, segment, language, badge, kind } = filter
  if (words.length > 0 || isCountedInRows(filter)) return db.$count(earlyAdopters, conditionOf(filter))
  if (tags) return tags[0]?.people ?? 0
  const counts = earlyAdopterCounts
  const countOf = async (held: 'all' | 'any' | BadgeType) => {
    const [row] = await db
      .select({ total: sql<number>`coalesce(sum(${counts.total}), 0)::int` })
      .from(counts)
      .where(
        and(
          eq(counts.badge, held),
          segment && eq(counts.segment, segment),
          language && eq(counts.language, language),
          kind && eq(counts.kind, kind),
        ),
      )
    return row?.total ?? 0
  }
  if (badge === 'none') return (await countOf('all')) - (await countOf('any'))
  return countOf(badge ?? 'all')
}

async function countUpTo(db: Database, most: number, condition: SQL | undefined): Promise<ListTotal> {
  const some = db
    .select({ one: sql`1` })
    .from(earlyAdopters)
    .where(condition)
    .limit(most + 1)
    .as('some')
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(some)
  const found = row?.total ?? 0
  return { total: Math.min(found, most), isExact: found <= most }
}

/**
 * The rows of a page. Where the total is known, a page past the middle is counted from the other end. Only the rows of the
 * page itself are read, so that no page costs much.
 */
async function readPage(
  db: Database,
  condition: SQL | undefined,
  page: ListPart,
  { total, isExact }: ListTotal,
): Promise<EarlyAdopterRow[]> {
  const isNearEnd = isExact && page.offset > total / 2
  const limit = Math.min(page.limit, isNearEnd ? total - page.offset : page.limit)
  if (limit <= 0) return []
  const isDescending = page.order === 'desc'
  const direction = isDescending ? desc : asc
  const directionFromEnd = isDescending === isNearEnd ? asc : desc
  const key = orders[page.sort].as('key')
  const matches = db.select({ id: earlyAdopters.id, key }).from(earlyAdopters).where(condition)
  // The limit lets PostgreSQL first find the few and then sort them: it would walk the list in its order for them.
  const source = (isExact && total <= fewMatches ? matches.limit(2 * fewMatches) : matches).as('matches')
  const ids = db
    .select({ id: source.id })
    .from(source)
    .orderBy(directionFromEnd(source.key), directionFromEnd(source.id))
    .limit(limit)
    .offset(isNearEnd ? total - page.offset - limit : page.offset)
  return db
    .select()
    .from(earlyAdopters)
    .where(inArray(earlyAdopters.id, ids))
    .orderBy(direction(orders[page.sort]), direction(earlyAdopters.id))
}

/** Reads the filtered early adopters, newest first, in groups, so that memory does not grow with their number. */
async function* walkEarlyAdopters(
  db: Database,
  filter: CurrentFilter,
  size = 100,
): AsyncGenerator<EarlyAdopterRow[]> {
  // As PostgreSQL writes it: a Date would lose the microseconds, and with them its place.
  const moment = sql<string>`${earlyAdopters.createdAt}::text`
  let after: { id: string; moment: string } | undefined
  for (;;) {
    const found: { row: EarlyAdopterRow; moment: string }[] = await db
      .select({ row: earlyAdopters, moment })
      .from(earlyAdopters)
      .where(
        and(
          conditionOf(filter),
          after &&
            sql`(${earlyAdopters.createdAt}, ${earlyAdopters.id}) < (${after.moment}::timestamptz, ${after.id}::uuid)`,
        ),
      )
      .orderBy(desc(earlyAdopters.createdAt), desc(earlyAdopters.id))
      .limit(size)
    if (found.length > 0) yield found.map(({ row }) => row)
    const last = found.at(-1)
    if (!last || found.length < size) return
    after = { id: last.row.id, moment: last.moment }
  }
}
