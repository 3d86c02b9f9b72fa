import { z } from 'zod'
import { accountPermissions } from '#features/accounts/permissions.ts'
import { describeAction } from '#http/recorded-actions.ts'
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
          tags: ['Team'],
          operationId: 'resetSecondFactor',
          summary: 'Take the second factor of another user away; ends their sessions',
          params: byId,
          response: { 204: z.null() },
        },
      },
      async (request, reply, signedIn) => {
        describeAction(request, { user: request.params.id })
        await reset(request.params.id, signedIn)
        return reply.status(204).send(null)
      },
    )
  })
