import { and, desc, like, or, type SQL, sql } from 'drizzle-orm'
import { earlyAdopters, hasMixedLetters } from '#features/early-adopters/table.ts'
import { containing, endingWith } from '#platform/like-pattern.ts'
import type { Database } from '#platform/postgres.ts'

/** How many newest leads tell how frequent a search is. */
const sampled = 1_000
/** From this part of them on, walking the list finds enough matches sooner than the index does. */
const frequent = 0.03

/**
 * Whether the index of three letters in a row serves no word of a search: it has one or two letters, or none of ASCII, which
 * are all that the index knows.
 */
export const isShortSearch = (words: readonly string[]): boolean =>
  words.length > 0 && !words.some((word) => /[a-z0-9]{3}/.test(word))

/**
 * The condition by which the index finds the matches of a short search that are rare; undefined when they are frequent, or
 * when no word has exactly two letters or digits.
 */
export async function findShortSearchCondition(
  db: Database,
  words: readonly string[],
): Promise<SQL | undefined> {
  const pairs = words.filter((word) => /^[a-z0-9]{2}$/.test(word))
  if (pairs.length === 0) return undefined
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
  return row && row.part < frequent ? and(...pairs.map(containsPair)) : undefined
}

/**
 * Two letters or digits anywhere: followed by a character of ASCII, at the end, or followed by another character. The index
 * of three letters in a row serves the first two, as it knows all the third letters there are; a small one serves the last.
 */
const containsPair = (pair: string): SQL | undefined =>
  or(
    sql`${earlyAdopters.searchText} ~ ${`${pair}[ -~]`}`,
    like(earlyAdopters.searchText, endingWith(pair)),
    and(hasMixedLetters(earlyAdopters.searchText), like(earlyAdopters.searchText, containing(pair))),
  )
