import { useQueryClient } from '@tanstack/react-query'
import type { Profile } from '#features/accounts/contract.ts'

/** Returns the function that takes over a profile that the server has answered with, wherever the user is shown. */
export function useProfileData(): (profile: Profile) => void {
  const queries = useQueryClient()
  return (profile) => {
    queries.setQueryData(['profile'], profile)
    void queries.invalidateQueries({ queryKey: ['me'] })
    void queries.invalidateQueries({ queryKey: ['team'] })
  }
}
