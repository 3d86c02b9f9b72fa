import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useLive } from '#admin/kit/live/use-live.ts'
import { EdgeCacheState, edgeCacheChanged } from '#features/edge-cache/contract.ts'

export const edgeCacheKey = ['edge-cache'] as const
const topics = [edgeCacheChanged]
const keys = [edgeCacheKey] as const
const none: EdgeCacheState = { cache: null, waiting: 0, failing_since: null }
/** For how long the first screen waits for the answer, in milliseconds. */
const patience = 1_500

/** The cache in front of the site. The first screen waits for it, so that nothing arrives above it later. */
export function useEdgeCache(): EdgeCacheState {
  const api = useApi()
  const client = useQueryClient()
  const isLive = useLive(topics, keys)
  const { data } = useSuspenseQuery({
    queryKey: edgeCacheKey,
    async queryFn() {
      const known = client.getQueryData<EdgeCacheState>(edgeCacheKey)
      // Why there is no answer is said by others.
      const asked = api.get('/api/edge-cache', EdgeCacheState).catch(() => known ?? none)
      if (known) return asked
      void asked.then((state) => client.setQueryData(edgeCacheKey, state))
      return Promise.race([
        asked,
        new Promise<EdgeCacheState>((resolve) => setTimeout(resolve, patience, none)),
      ])
    },
    // Without a cache, there is nothing to be told of.
    refetchInterval: ({ state }) => (isLive || state.data?.cache === null ? false : 10_000),
  })
  return data
}
