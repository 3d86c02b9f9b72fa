import { useInfiniteQuery } from '@tanstack/react-query'
import { z } from 'zod'
import type { Page } from '#admin/kit/api/api-client.ts'
import { useApi } from '#admin/kit/api/api-context.tsx'

interface PagedListOptions<Entry> {
  queryKey: readonly unknown[]
  path: string
  /** The filter of the list. */
  query?: Record<string, string>
  entry: z.ZodType<Entry>
  pageSize: number
  enabled?: boolean
  /** Whether the entries stay visible while those of another query load. */
  keepsPrevious?: boolean
  refetchOnWindowFocus?: boolean
  /** Milliseconds until the loaded entries are fetched again. */
  refetchInterval?: (entries: Entry[]) => number | false
}

/** A list of the API, fetched page by page: its entries so far, and how many there are in all. */
export function usePagedList<Entry>(options: PagedListOptions<Entry>) {
  const { queryKey, path, query, entry, pageSize, enabled = true, refetchInterval = () => false } = options
  const api = useApi()
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }): Promise<Page<Entry[]>> => {
      const params = new URLSearchParams({ ...query, limit: String(pageSize), offset: String(pageParam) })
      return api.getPage(`${path}?${params}`, z.array(entry), signal)
    },
    initialPageParam: 0,
    getNextPageParam: ({ items, total, isMinimum }, pages) => {
      const loaded = pages.length * pageSize
      const hasMore = isMinimum ? items.length === pageSize : loaded < total
      return hasMore ? loaded : undefined
    },
    select: ({ pages }) => ({ items: entriesOf(pages), total: pages[0]?.total ?? 0 }),
    enabled,
    placeholderData: (before) => (options.keepsPrevious ? before : undefined),
    refetchOnWindowFocus: options.refetchOnWindowFocus ?? true,
    refetchInterval: ({ state }) => refetchInterval(entriesOf(state.data?.pages ?? [])),
  })
  return { ...list, data: list.data?.items, total: list.data?.total ?? 0 }
}

const entriesOf = <Entry>(pages: Page<Entry[]>[]) => pages.flatMap(({ items }) => items)
