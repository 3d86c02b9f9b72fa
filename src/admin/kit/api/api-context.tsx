import { createContext, useContext, useMemo } from 'react'
import { type Language, languages } from '#shared/languages.ts'
import { isAllowed, type Permission } from '#shared/permissions.ts'
import { knowsLanguage, type Member } from '#shared/roles.ts'
import type { SignedInUser } from '#shared/user.ts'
import type { ApiClient } from './api-client.ts'

export const ApiContext = createContext<ApiClient | undefined>(undefined)
/** Who reads the panel: a signed-in user, or whoever has a shared link and may only do what is in its scopes. */
export type PanelReader = SignedInUser & Pick<Member, 'scopes'>
export const UserContext = createContext<PanelReader | undefined>(undefined)

/** The API client of the signed-in user. */
export function useApi(): ApiClient {
  const api = useContext(ApiContext)
  if (!api) throw new Error('useApi needs an ApiContext above')
  return api
}

/** The signed-in user. */
export function useUser(): PanelReader {
  const user = useContext(UserContext)
  if (!user) throw new Error('useUser needs a UserContext above')
  return user
}

/** Whether the reader has a permission; the server checks the same table. */
export function useCan(permission: Permission): boolean {
  return isAllowed(useUser(), permission)
}

/** The languages in which the signed-in user has a permission: none without it, all unless they are limited to some. */
export function useLanguagesOf(permission: Permission): readonly Language[] {
  const user = useUser()
  return useMemo(
    () => (isAllowed(user, permission) ? languages.filter((language) => knowsLanguage(user, language)) : []),
    [user, permission],
  )
}

/** Whether the signed-in user has a permission for texts in a language. */
export function useCanIn(permission: Permission, language: Language): boolean {
  return useLanguagesOf(permission).includes(language)
}
