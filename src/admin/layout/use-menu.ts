import { useMemo } from 'react'
import { useUser } from '#admin/kit/api/api-context.tsx'
import { menu } from '#admin/screens.ts'
import { isAllowed } from '#shared/permissions.ts'

/** The entries of the menu that the user may open. */
export function useMenu() {
  const { role } = useUser()
  return useMemo(() => menu.filter(({ permission }) => isAllowed(role, permission)), [role])
}
