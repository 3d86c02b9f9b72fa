import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useApi } from '#admin/kit/api/api-context.tsx'
import type { Language } from '#shared/languages.ts'
import { hasLevel, knowsLanguage } from '#shared/roles.ts'
import { TeamMember } from '#shared/user.ts'

/** Those of the team who may edit texts in all of some languages, by name; without languages, everybody who edits any. */
export function useEditors(languages: readonly Language[] = []) {
  const api = useApi()
  return useQuery({
    queryKey: ['team'],
    queryFn: ({ signal }) => api.get('/api/team', z.array(TeamMember), signal),
    select: (team) =>
      team.filter(
        (member) =>
          hasLevel(member, 'translator') && languages.every((language) => knowsLanguage(member, language)),
      ),
  })
}
