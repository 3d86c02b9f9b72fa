import { useQuery } from '@tanstack/react-query'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useRefetchAfter } from '#admin/kit/api/use-refetch-after.ts'
import { LedgerHealth, LedgerState } from '#features/ledger/contract.ts'

const queryKey = ['ledger'] as const

/** How the ledger is, and what everybody sees of it; for admins. */
export function useLedgerHealth() {
  const api = useApi()
  return useQuery({
    queryKey,
    async queryFn({ signal }) {
      const [health, ledger] = await Promise.all([
        api.get('/api/ledger/health', LedgerHealth, signal),
        api.get('/api/ledger', LedgerState, signal),
      ])
      return { health, ledger }
    },
  })
}

/** Makes a new key sign the checkpoints from now on. */
export function useRotateLedgerKey() {
  const api = useApi()
  const run = useRefetchAfter([queryKey])
  return () => run(() => api.send('POST', '/api/ledger/keys/rotate', LedgerHealth))
}
