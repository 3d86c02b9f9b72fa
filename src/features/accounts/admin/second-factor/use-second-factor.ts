import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { type FactorAdded, SecondFactor } from '#features/accounts/second-factor/contract.ts'

const queryKey = ['second-factor']

/** The second factor of the signed-in user. */
export function useSecondFactor() {
  const api = useApi()
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get('/api/auth/second-factor', SecondFactor, signal),
  })
}

/** What to do after a change: show the new state, and that other sessions may have ended. */
export function useFactorChanges() {
  const queries = useQueryClient()
  return {
    /** Shows what adding a factor has answered. */
    showAdded({ second_factor }: FactorAdded) {
      queries.setQueryData(queryKey, second_factor)
      void queries.invalidateQueries({ queryKey: ['sessions'] })
    },
    reload: () => queries.invalidateQueries({ queryKey }),
  }
}
