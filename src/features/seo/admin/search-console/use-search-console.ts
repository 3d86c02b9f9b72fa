import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useRefetchAfter } from '#admin/kit/api/use-refetch-after.ts'
import { usePagedList } from '#admin/kit/list/use-paged-list.ts'
import { useLive } from '#admin/kit/live/use-live.ts'
import {
  type FigurePeriod,
  Inspection,
  SearchConsoleOverview,
  SearchFigures,
  searchConsoleChanged,
} from '#features/seo/search-console/contract.ts'
import { type Shown, toFilters } from './shown.ts'

const path = '/api/admin/seo/search-console'
const key = ['seo', 'search-console']
const topics = [searchConsoleChanged]
const keys = [key] as const
// While something is asked and changes are not told, in milliseconds.
const askEvery = 3_000

/** How many addresses are indexed, and when Google was and is asked. It follows what is being asked. */
export function useSearchConsole() {
  const isLive = useLive(topics, keys)
  const api = useApi()
  return useQuery({
    queryKey: [...key, 'overview'],
    staleTime: 0,
    queryFn: ({ signal }) => api.get(path, SearchConsoleOverview, signal),
    refetchInterval: ({ state }) => (!isLive && state.data?.figures.is_fetching ? askEvery : false),
  })
}

/** How the site is found by Google. */
export function useSearchFigures(days: FigurePeriod) {
  const api = useApi()
  return useQuery({
    queryKey: [...key, 'figures', days],
    queryFn: ({ signal }) => api.get(`${path}/figures?days=${days}`, SearchFigures, signal),
    placeholderData: keepPreviousData,
  })
}

/** What Google last said of each address. */
export function useInspections(shown: Shown) {
  const query = toFilters(shown)
  return usePagedList({
    queryKey: [...key, 'inspections', query],
    path: `${path}/inspections`,
    ...{ query, entry: Inspection, pageSize: 25, keepsPrevious: true },
  })
}

/** What people ask Google. */
export function useSearchConsoleActions() {
  const api = useApi()
  const run = useRefetchAfter([key])
  return {
    inspect: (address: string) => run(() => api.send('POST', `${path}/inspections`, Inspection, { address })),
    fetchFigures: () => run(() => api.send('POST', `${path}/figures`, SearchConsoleOverview)),
  }
}
