import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useContext, useEffect, useSyncExternalStore } from 'react'
import type { LiveTopic } from '#shared/live/topic.ts'
import { LiveContext } from './live-context.tsx'
import { createRefetching } from './refetching.ts'

const never = () => () => {}

/**
 * Fetches again what is cached under some keys whenever one of the topics has changed. Returns whether changes are told at
 * present; while they are not, a screen has to ask now and then. The arrays must be the same at every call.
 */
export function useLive(topics: readonly LiveTopic[], queryKeys: readonly QueryKey[]): boolean {
  const live = useContext(LiveContext)
  const queries = useQueryClient()
  useEffect(() => {
    if (!live) return
    const refetching = createRefetching({
      refetch() {
        for (const queryKey of queryKeys) void queries.invalidateQueries({ queryKey })
      },
      document,
    })
    const stop = live.onChange((changed) => {
      if (!changed || topics.some(({ name }) => changed.includes(name))) refetching.ask()
    })
    return () => {
      stop()
      refetching.stop()
    }
  }, [live, queries, topics, queryKeys])
  return useSyncExternalStore(live?.onState ?? never, () => live?.isLive() ?? false)
}
