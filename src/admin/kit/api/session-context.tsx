import { createContext, useContext } from 'react'
import type { Session } from './session.ts'

export const SessionContext = createContext<Session | undefined>(undefined)

/** The session of this browser, signed in or not. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a SessionContext above')
  return session
}
