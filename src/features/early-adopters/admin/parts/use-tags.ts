import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useRefetchAfter } from '#admin/kit/api/use-refetch-after.ts'
import { Tag, TaggingResult } from '#features/early-adopters/tags/contract.ts'

const path = '/api/tags'
const queryKey = ['tags']

/** All tags, by name. */
export function useTags() {
  const api = useApi()
  return useQuery({ queryKey, queryFn: ({ signal }) => api.get(path, z.array(Tag), signal) })
}

/** The actions on tags; each refetches what shows them. */
export function useTagActions() {
  const api = useApi()
  const run = useRefetchAfter([queryKey, ['early-adopters'], ['leads']])
  return {
    tag: (change: { lead_ids: string[]; add: string[]; remove: string[] }) =>
      run(() => api.send('POST', '/api/early-adopters/tags', TaggingResult, change)),
    rename: (id: string, name: string) => run(() => api.send('PATCH', `${path}/${id}`, Tag, { name })),
    merge: (id: string, into: string) => run(() => api.send('POST', `${path}/${id}/merge`, Tag, { into })),
    remove: (id: string) => run(() => api.command('DELETE', `${path}/${id}`)),
  }
}
