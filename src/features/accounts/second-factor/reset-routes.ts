import { z } from 'zod'
import { accountPermissions } from '#features/accounts/permissions.ts'
import { defineRoutes } from '#http/routes.ts'
import { byId } from '#shared/parameters.ts'
import type { SecondFactors } from './second-factor.ts'

/** The second factor of others. */
export const factorResetRoutes = ({ reset }: Pick<SecondFactors, 'reset'>) =>
  defineRoutes((server) => {
    server.delete(
      '/api/users/:id/second-factor',
      {
        config: {
          access: accountPermissions.resetSecondFactor,
          refusals: { 404: ['user_not_found'], 409: ['own_account'] },
        },
        schema: {
          tags: ['Own account'],
          operationId: 'resetSecondFactor',
          summary: 'Take the second factor of another user away; ends their sessions',
          params: byId,
          response: { 204: z.null() },
        },
      },
      async (request, reply, signedIn) => {
        await reset(request.params.id, signedIn)
        return reply.status(204).send(null)
      },
    )
  })
