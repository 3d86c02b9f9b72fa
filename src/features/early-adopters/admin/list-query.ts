import { type Segment, segments } from '#shared/segments.ts'

/** How the list is narrowed, as the address of the screen says it. Pages count from 1. */
export interface ListQuery {
  search: string
  segment: Segment | undefined
  page: number
}

export const pageSize = 50
const longestSearch = 200
// The API looks no further than this offset.
const lastPage = 10_000_000 / pageSize

/** Reads the list's address; what makes no sense counts as not asked for. */
export function readListQuery(params: URLSearchParams): ListQuery {
  const page = Number(params.get('page') ?? 1)
  return {
    search: (params.get('search') ?? '').trim().slice(0, longestSearch),
    segment: segments.find((segment) => segment === params.get('segment')),
    page: Number.isInteger(page) && page >= 1 && page <= lastPage ? page : 1,
  }
}

/** Writes the list's address, leaving out what is as it always is. */
export function writeListQuery({ search, segment, page }: ListQuery): URLSearchParams {
  const params = new URLSearchParams()
  const words = search.trim().slice(0, longestSearch)
  if (words) params.set('search', words)
  if (segment) params.set('segment', segment)
  if (page > 1) params.set('page', String(page))
  return params
}

/** The API's address of one page of the list. */
export function listPath({ search, segment, page }: ListQuery): string {
  const params = new URLSearchParams()
  if (search) params.set('search', search)
  if (segment) params.set('segment', segment)
  params.set('limit', String(pageSize))
  if (page > 1) params.set('offset', String((page - 1) * pageSize))
  return `/api/early-adopters?${params}`
}

/** Which rows of how many a page shows, and how many pages there are. */
export function describePage(page: number, total: number): { from: number; to: number; pages: number } {
  const pages = Math.max(1, Math.ceil(total / pageSize))
  return { from: Math.min(total, (page - 1) * pageSize + 1), to: Math.min(total, page * pageSize), pages }
}
