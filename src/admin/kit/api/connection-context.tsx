import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Connection, ConnectionState } from './connection.ts'

export const ConnectionContext = createContext<Connection | undefined>(undefined)

/** Whether the server can be reached now. */
export function useConnection(): ConnectionState {
  const connection = useContext(ConnectionContext)
  if (!connection) throw new Error('useConnection needs a ConnectionContext above')
  return useSyncExternalStore(connection.subscribe, connection.read)
}
