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
    // A chain makes blocks by itself.
    refetchInterval: ({ state }) => chooseInterval(state.data?.health),
  })
}

/** How often to ask again, in milliseconds. */
function chooseInterval(health: LedgerHealth | undefined): number | false {
  if (!health?.anchoring) return false
  return health.anchoring.pending ? 5_000 : 15_000
}

/** Makes a new key sign the checkpoints from now on. */
export function useRotateLedgerKey() {
  const api = useApi()
  const run = useRefetchAfter([queryKey])
  return () => run(() => api.send('POST', '/api/ledger/keys/rotate', LedgerHealth))
}

/** Has the newest checkpoint anchored at once. */
export function useAnchorNow() {
  const api = useApi()
  const run = useRefetchAfter([queryKey])
  return () => run(() => api.send('POST', '/api/ledger/anchors', LedgerHealth))
}
