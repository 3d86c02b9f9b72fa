import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { ContentEntry } from '#features/content/contract.ts'

/** The query key of the list of all texts. */
export const entriesKey = ['content', 'entries'] as const

/** All keys and where each stands in each language. */
export function useEntries(isWanted = true): UseQueryResult<ContentEntry[]> {
  const api = useApi()
  return useQuery({
    queryKey: entriesKey,
    enabled: isWanted,
    queryFn: ({ signal }) => api.get('/api/content', z.array(ContentEntry), signal),
  })
}
