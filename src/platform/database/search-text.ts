import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** A search text as an expression without what looks like an address, for those who may not read addresses. */
export const withoutAddress = (searchText: SQLWrapper): SQL =>
  sql`regexp_replace(${searchText}, '\\S*@\\S*', '', 'g')`
