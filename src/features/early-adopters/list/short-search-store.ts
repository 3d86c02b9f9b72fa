import { and, desc, like, or, type SQL, sql } from 'drizzle-orm'
import { earlyAdopters, hasOtherLetters, lettersAndPairs } from '#features/early-adopters/table.ts'
import { containing, endingWith } from '#platform/like-pattern.ts'
import type { Database } from '#platform/postgres.ts'

/** How many newest leads tell how frequent a search is. */
const sampled = 1_000
/** From this part of them on, walking the list finds enough matches sooner than the index does. */
const frequent = 0.03

/**
 * The condition by which the indexes find the matches of a short search that are rare; undefined when they are frequent, or
 * when no word is a pair or a single letter beyond ASCII.
 */
export async function findShortSearchCondition(
  db: Database,
  words: readonly string[],
): Promise<SQL | undefined> {
  const served = words.map(conditionOf).filter((condition) => condition !== undefined)
  if (served.length === 0) return undefined
  const { searchText, createdAt, id } = earlyAdopters
  const newest = db
    .select({ searchText })
    .from(earlyAdopters)
    .orderBy(desc(createdAt), desc(id))
    .limit(sampled)
    .as('newest')
  const matches = and(...words.map((word) => like(newest.searchText, containing(word))))
  const [row] = await db
    .select({ part: sql<number>`coalesce(avg((${matches})::int), 0)::float8` })
    .from(newest)
  return row && row.part < frequent ? and(...served) : undefined
}

function conditionOf(word: string): SQL | undefined {
  if (/^[a-z0-9]{2}$/.test(word)) return containsPair(word)
  return /^(?:[^ -~]|[^ -~].|.[^ -~])$/u.test(word) ? isIndexed(word) : undefined
}

/** Letters beyond ASCII, by the index of pairs. */
const isIndexed = (letters: string): SQL | undefined =>
  and(
    hasOtherLetters(earlyAdopters.searchText),
    sql`${lettersAndPairs(earlyAdopters.searchText)} @> ARRAY[${letters}]::text[]`,
  )

/**
 * Two letters or digits of ASCII anywhere: followed by a character of ASCII, or at the end, by the index of three letters in a
 * row, as it knows all the third letters there are; else by the index of pairs.
 */
const containsPair = (pair: string): SQL | undefined =>
  or(
    sql`${earlyAdopters.searchText} ~ ${`${pair}[ -~]`}`,
    like(earlyAdopters.searchText, endingWith(pair)),
    isIndexed(pair),
  )
