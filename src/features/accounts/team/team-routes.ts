import { z } from 'zod'
import { accountPermissions } from '#features/accounts/permissions.ts'
import { defineRoutes } from '#http/routes.ts'
import { TeamMember } from '#shared/user.ts'

/** The names of the team, to choose from. */
export const teamRoutes = ({ listTeam }: { listTeam: () => Promise<TeamMember[]> }) =>
  defineRoutes((server) => {
    server.get(
      '/api/team',
      {
        config: { access: accountPermissions.seeTeam },
        schema: {
          tags: ['Own account'],
          operationId: 'listTeam',
          summary: 'The names and roles of the team, by name',
          response: { 200: z.array(TeamMember) },
        },
      },
      () => listTeam(),
    )
  })
