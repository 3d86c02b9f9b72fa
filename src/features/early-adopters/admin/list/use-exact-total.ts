import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import type { ExportRequest } from '#features/early-adopters/contract.ts'

/** How many the list has in all under a filter, counted when it is wanted; undefined until then. */
export function useExactTotal(
  filter: ExportRequest['filter'] | undefined,
  isWanted: boolean,
): number | undefined {
  const api = useApi()
  const params = new URLSearchParams({ limit: '1', count: 'exact' })
  for (const [name, value] of Object.entries(filter ?? {})) params.set(name, String(value))
  const count = useQuery({
    queryKey: ['early-adopters', 'count', String(params)],
    queryFn: ({ signal }) => api.getPage(`/api/early-adopters?${params}`, z.array(z.unknown()), signal),
    enabled: isWanted,
  })
  return isWanted ? count.data?.total : undefined
}
