import { createContext, type ReactNode, useEffect, useState } from 'react'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { useConnection } from '#admin/kit/api/connection-context.tsx'
import { livePath } from '#shared/live/stream.ts'
import { createLiveConnection, type LiveConnection } from './live-connection.ts'

export const LiveContext = createContext<LiveConnection | undefined>(undefined)

/**
 * Tells the screens below what has changed on the server. Without Web Locks, as in a page that was not loaded over HTTPS, nobody
 * is told, and screens ask again now and then.
 */
export function LiveProvider({ children }: { children: ReactNode }) {
  const api = useApi()
  const isConnected = useConnection() === 'connected'
  const [live, setLive] = useState<LiveConnection>()
  useEffect(() => {
    if (!('locks' in navigator)) return
    const connection = createLiveConnection({
      open: (signal) => api.open(livePath, signal),
      locks: navigator.locks,
      channel: new BroadcastChannel('firmeza-live'),
    })
    setLive(connection)
    return () => {
      connection.stop()
      setLive(undefined)
    }
  }, [api])
  useEffect(() => {
    if (isConnected) live?.wake()
  }, [live, isConnected])
  return <LiveContext value={live}>{children}</LiveContext>
}
