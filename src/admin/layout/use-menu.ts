import { useMemo } from 'react'
import { useUser } from '#admin/kit/api/api-context.tsx'
import { menu, searchable } from '#admin/screens.ts'
import { isAllowed, type Permission } from '#shared/permissions.ts'

function useAllowed<Entry extends { permission?: Permission }>(entries: readonly Entry[]): Entry[] {
  const user = useUser()
  return useMemo(
    () => entries.filter(({ permission }) => !permission || isAllowed(user, permission)),
    [entries, user],
  )
}

/** The entries of the menu that the user may open. */
export const useMenu = () => useAllowed(menu)

/** The screens that the user may open and the search box finds. */
export const useSearchableScreens = () => useAllowed(searchable)
