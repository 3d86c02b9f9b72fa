import { like, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { containing } from '#platform/like-pattern.ts'
import { foldText } from '#shared/fold-text.ts'

/** What the search of a person looks in. */
export function searchTextOf(name: string, email: string, company: string): string {
  return foldText(`${name} ${email} ${company}`)
}

/** The same as a query sees it, without what looks like an address: for whoever may not read addresses. */
export const searchTextWithoutAddress = (searchText: AnyPgColumn): SQL =>
  sql`regexp_replace(${searchText}, '\\S*@\\S*', '', 'g')`

/** Whether all words of a search occur in a search text, in the address only for whoever may read addresses. */
export function matchesSearch(
  searchText: AnyPgColumn,
  words: readonly string[],
  { searchesAddresses }: { searchesAddresses: boolean },
): SQL[] {
  const patterns = words.map(containing)
  return [
    // By the index; what it finds in addresses is left out by the second condition.
    ...patterns.map((pattern) => like(searchText, pattern)),
    ...(searchesAddresses
      ? []
      : patterns.map((pattern) => like(searchTextWithoutAddress(searchText), pattern))),
  ]
}

/** The words of a search; a person is found when all of them occur. */
export function searchWordsOf(search: string): string[] {
  return foldText(search).split(' ').filter(Boolean).slice(0, 10)
}
