import type { QueryKey } from '@tanstack/react-query'
import { useContext, useEffect, useSyncExternalStore } from 'react'
import type { LiveTopic } from '#shared/live/topic.ts'
import { LiveContext } from './live-context.tsx'

const never = () => () => {}

/**
 * Fetches again what is cached under some keys whenever one of the topics has changed. Returns whether changes are told at
 * present; while they are not, a screen has to ask now and then. The arrays must be the same at every call.
 */
export function useLive(topics: readonly LiveTopic[], queryKeys: readonly QueryKey[]): boolean {
  const live = useContext(LiveContext)
  useEffect(() => live?.follow(topics, queryKeys), [live, topics, queryKeys])
  return useSyncExternalStore(live?.connection.onState ?? never, () => live?.connection.isLive() ?? false)
}
