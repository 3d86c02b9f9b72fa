import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Reader } from '#admin/kit/api/api-client.ts'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { VisitFigures } from '#features/analytics/contract.ts'
import { type FilteredPart, queryOf, type Shown } from './shown.ts'

/** Where the figures of a part of the screen are read. */
export interface FigureSource<Figures> {
  part: FilteredPart
  path: string
  reader: Reader<Figures>
}

export const visitSource: FigureSource<VisitFigures> = {
  ...{ part: 'visits', path: '/api/analytics/visits', reader: VisitFigures },
}

/** Fetches the figures of what is shown. Parts that ask for the same share one request. */
export function useFiguresOf<Figures>(
  shown: Shown,
  { part, path, reader }: FigureSource<Figures>,
  when: 'now' | 'before' = 'now',
): UseQueryResult<Figures> {
  const api = useApi()
  const query = queryOf(shown, part, when)
  return useQuery({
    queryKey: ['dashboard', path, query],
    queryFn: ({ signal }) => api.get(`${path}?${query}`, reader, signal),
    placeholderData: keepPreviousData,
    enabled: when === 'now' || shown.isCompared,
  })
}

/** Fetches the figures of the period before, where they are compared; undefined until they are those of what is shown. */
export function useFiguresBefore<Figures>(shown: Shown, source: FigureSource<Figures>): Figures | undefined {
  const { data, isPlaceholderData } = useFiguresOf(shown, source, 'before')
  return shown.isCompared && !isPlaceholderData ? data : undefined
}
