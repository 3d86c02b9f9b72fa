import {
  type DocumentColumn,
  documentCategories,
  documentColumns,
  documentFilters,
} from '#features/documents/contract.ts'

export const documentOrders = documentColumns.flatMap(
  (column) => [`${column}_desc`, `${column}_asc`] as const,
)

/** How the list is narrowed and sorted, as the address of the screen says it. Pages count from 1. */
export interface ListQuery {
  search: string
  status: (typeof documentFilters.status)[number] | undefined
  language: (typeof documentFilters.language)[number] | undefined
  category: (typeof documentCategories)[number] | undefined
  sortBy: DocumentColumn
  sortOrder: 'asc' | 'desc'
  page: number
}

export const pageSize = 30
const lastPage = 100_000

/** Reads the address; invalid values are ignored. */
export function readListQuery(params: URLSearchParams): ListQuery {
  const find = <Value extends string>(known: readonly Value[], name: string) =>
    known.find((one) => one === params.get(name))
  const page = Number(params.get('page') ?? 1)
  return {
    search: (params.get('search') ?? '')
      .replace(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, 200),
    status: find(documentFilters.status, 'status'),
    language: find(documentFilters.language, 'language'),
    category: find(documentCategories, 'category'),
    sortBy: find(documentColumns, 'sortBy') ?? 'created_at',
    sortOrder: find(['asc', 'desc'] as const, 'sortOrder') ?? 'desc',
    page: Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1,
  }
}

/** The address of a query, as short as possible. */
export function writeListQuery(query: ListQuery): URLSearchParams {
  const params = new URLSearchParams()
  if (query.search) params.set('search', query.search)
  for (const name of ['status', 'language', 'category'] as const) {
    const value = query[name]
    if (value) params.set(name, value)
  }
  if (query.sortBy !== 'created_at' || query.sortOrder !== 'desc') {
    params.set('sortBy', query.sortBy)
    params.set('sortOrder', query.sortOrder)
  }
  if (query.page > 1) params.set('page', String(query.page))
  return params
}

/** Whether the bin is shown. */
export const isBin = ({ status }: ListQuery): boolean => status === 'deleted'

/** The query of the address that leads into the bin, or out of it to all documents. The order stays as it is. */
export function otherShelf(query: ListQuery): string {
  const status = isBin(query) ? undefined : 'deleted'
  return String(writeListQuery({ ...query, ...noFilters, status, search: '', page: 1 }))
}

/** The call of the API for a query. */
export function listPath(query: ListQuery): string {
  const params = writeListQuery({ ...query, page: 1 })
  params.set('limit', String(pageSize))
  params.set('offset', String((query.page - 1) * pageSize))
  return `/api/documents?${params}`
}

/** How many filters are chosen beside the search. */
export const countFilters = ({ status, language, category }: ListQuery): number =>
  [status, language, category].filter((value) => value !== undefined).length

export const isNarrowed = (query: ListQuery): boolean => query.search !== '' || countFilters(query) > 0

export const noFilters = { status: undefined, language: undefined, category: undefined } as const

/** The order in which a press on a heading puts the list: dates and numbers begin with the largest. */
export function nextOrder(
  { sortBy, sortOrder }: ListQuery,
  column: DocumentColumn,
): Pick<ListQuery, 'sortBy' | 'sortOrder'> {
  if (sortBy === column) return { sortBy, sortOrder: sortOrder === 'asc' ? 'desc' : 'asc' }
  return { sortBy: column, sortOrder: column === 'title' ? 'asc' : 'desc' }
}
