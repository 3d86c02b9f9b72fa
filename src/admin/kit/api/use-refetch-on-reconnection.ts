import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useConnection } from './connection-context.tsx'

/** Loads what could not be loaded as soon as the server can be reached again. */
export function useRefetchOnReconnection(): void {
  const queries = useQueryClient()
  const isConnected = useConnection() === 'connected'
  const wasConnected = useRef(true)
  useEffect(() => {
    const isBack = isConnected && !wasConnected.current
    wasConnected.current = isConnected
    if (isBack)
      void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.error !== null })
  }, [isConnected, queries])
}
