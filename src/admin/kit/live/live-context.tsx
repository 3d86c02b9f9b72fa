import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useEffect, useState } from 'react'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useConnection } from '#admin/kit/api/connection-context.tsx'
import { livePath } from '#shared/live/stream.ts'
import { createFollowing, type Follow } from './following.ts'
import { createLiveConnection, type LiveConnection } from './live-connection.ts'

interface Live {
  connection: LiveConnection
  follow: Follow
}

export const LiveContext = createContext<Live | undefined>(undefined)

/**
 * Tells the screens below what has changed on the server. Without Web Locks, as in a page that was not loaded over HTTPS, nobody
 * is told, and screens ask again now and then.
 */
export function LiveProvider({ children }: { children: ReactNode }) {
  const api = useApi()
  const isConnected = useConnection() === 'connected'
  const queries = useQueryClient()
  const [live, setLive] = useState<Live>()
  useEffect(() => {
    if (!('locks' in navigator)) return
    const connection = createLiveConnection({
      open: (signal) => api.open(livePath, signal),
      locks: navigator.locks,
      channel: new BroadcastChannel('firmeza-live'),
    })
    const follow = createFollowing({
      live: connection,
      refetch(queryKeys) {
        for (const queryKey of queryKeys) void queries.invalidateQueries({ queryKey })
      },
      document,
    })
    setLive({ connection, follow })
    return () => {
      connection.stop()
      setLive(undefined)
    }
  }, [api, queries])
  useEffect(() => {
    if (isConnected) live?.connection.wake()
  }, [live, isConnected])
  return <LiveContext value={live}>{children}</LiveContext>
}
