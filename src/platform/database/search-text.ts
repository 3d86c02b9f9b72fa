import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { containing } from '#platform/like-pattern.ts'

/** A search text as an expression without what looks like an address, for those who may not read addresses. */
export const withoutAddress = (searchText: SQLWrapper): SQL =>
  sql`regexp_replace(${searchText}, '\\S*@\\S*', '', 'g')`

/** The conditions that words occur in a text. */
export const containsWords = (text: SQLWrapper, words: readonly string[]): SQL[] =>
  words.map((word) => sql`${text} LIKE ${containing(word)}`)

/** Whether all words of a search occur in a search text, in the address only for those who may read addresses. */
export function matchesSearch(
  searchText: SQLWrapper,
  words: readonly string[],
  { searchesAddresses }: { searchesAddresses: boolean },
): SQL[] {
  return [
    // By the index; the second condition removes matches in addresses.
    ...containsWords(searchText, words),
    ...(searchesAddresses ? [] : containsWords(withoutAddress(searchText), words)),
  ]
}
