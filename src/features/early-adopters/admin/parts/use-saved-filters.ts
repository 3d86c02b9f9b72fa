import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useRefetchAfter } from '#admin/kit/api/use-refetch-after.ts'
import {
  SavedFilter,
  type SavedFilterChange,
  type SavedFilterDraft,
} from '#features/early-adopters/saved-filters/contract.ts'

const path = '/api/saved-filters'
const queryKey = ['saved-filters']

/** The saved filters, by name. */
export function useSavedFilters() {
  const api = useApi()
  return useQuery({ queryKey, queryFn: ({ signal }) => api.get(path, z.array(SavedFilter), signal) })
}

/** The actions on saved filters. */
export function useSavedFilterActions() {
  const api = useApi()
  const run = useRefetchAfter([queryKey])
  return {
    add: (draft: SavedFilterDraft) => run(() => api.send('POST', path, SavedFilter, draft)),
    change: (id: string, change: SavedFilterChange) =>
      run(() => api.send('PATCH', `${path}/${id}`, SavedFilter, change)),
    remove: (id: string) => run(() => api.command('DELETE', `${path}/${id}`)),
  }
}
