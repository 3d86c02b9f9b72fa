import { z } from 'zod'
import { PermissionEntry } from '#features/accounts/contract.ts'
import { accountPermissions } from '#features/accounts/permissions.ts'
import { defineRoutes } from '#http/routes.ts'
import type { Permission } from '#shared/permissions.ts'
import { TeamMember } from '#shared/user.ts'

const tags = ['Team']

interface TeamRouteOptions {
  listTeam(): Promise<TeamMember[]>
  /** The permissions of all features. */
  listPermissions(): readonly Permission[]
}

/** The names of the team, to choose from, and what each role may do. */
export const teamRoutes = ({ listTeam, listPermissions }: TeamRouteOptions) =>
  defineRoutes((server) => {
    server.get(
      '/api/team',
      {
        config: { access: accountPermissions.seeTeam },
        schema: {
          tags,
          operationId: 'listTeam',
          summary: 'The names and roles of those in the team who can sign in, by name',
          response: { 200: z.array(TeamMember) },
        },
      },
      () => listTeam(),
    )

    server.get(
      '/api/permissions',
      {
        config: { access: accountPermissions.seePermissions },
        schema: {
          tags,
          operationId: 'listPermissions',
          summary: 'What users do, and who may; a translator is an editor who is limited to some languages',
          response: { 200: z.array(PermissionEntry) },
        },
      },
      async () =>
        listPermissions().map(({ action, least, recentPassword, allowsKeys }) => ({
          ...{ action, least },
          ...{ recent_password: recentPassword, keys: allowsKeys },
        })),
    )
  })
