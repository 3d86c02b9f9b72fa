import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { PermissionEntry } from '#features/accounts/contract.ts'

/** What each level may do, and which of it keys may. */
export function usePermissions() {
  const api = useApi()
  return useQuery({
    queryKey: ['permissions'],
    queryFn: ({ signal }) => api.get('/api/permissions', z.array(PermissionEntry), signal),
  })
}
