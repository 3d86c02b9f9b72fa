import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import { TeamMember } from '#shared/user.ts'

/** Those of the team who may edit, by name. */
export function useEditors() {
  const api = useApi()
  return useQuery({
    queryKey: ['team'],
    queryFn: ({ signal }) => api.get('/api/team', z.array(TeamMember), signal),
    select: (team) => team.filter(({ role }) => role !== 'viewer'),
  })
}
