import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { ApiKey } from '#features/api-keys/contract.ts'

export const keysPath = '/api/api-keys'
const queryKey = ['api-keys']

/** All API keys, newest first. */
export function useKeys() {
  const api = useApi()
  return useQuery({ queryKey, queryFn: ({ signal }) => api.get(keysPath, z.array(ApiKey), signal) })
}

/** Returns a function that asks for the keys again. */
export function useKeyRefresh() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey })
}
