import { createContext, useContext } from 'react'
import type { User } from '#features/accounts/contract.ts'
import type { ApiClient } from './api-client.ts'

export const ApiContext = createContext<ApiClient | undefined>(undefined)
export const UserContext = createContext<User | undefined>(undefined)

/** The API, as whoever is signed in. */
export function useApi(): ApiClient {
  const api = useContext(ApiContext)
  if (!api) throw new Error('useApi needs an ApiContext above')
  return api
}

/** Whoever is signed in. */
export function useUser(): User {
  const user = useContext(UserContext)
  if (!user) throw new Error('useUser needs a UserContext above')
  return user
}
