import { z } from 'zod'
import { Suppression, SuppressionDraft, SuppressionQuery } from '#features/mail/contract.ts'
import { mailPermissions } from '#features/mail/permissions.ts'
import { pagedList } from '#http/paging.ts'
import { defineRoutes } from '#http/routes.ts'
import { text } from '#shared/text.ts'
import type { Suppressions } from './suppression-store.ts'

const tags = ['Mail']
const byAddress = z.object({ email: text(254) })

/** Suppressed addresses. */
export const suppressionRoutes = ({ suppressions }: { suppressions: Suppressions }) =>
  defineRoutes((server) => {
    server.get(
      '/api/mail/suppressions',
      {
        config: { access: mailPermissions.readSuppressions },
        schema: {
          tags,
          operationId: 'listSuppressions',
          summary: 'List suppressed addresses',
          querystring: SuppressionQuery,
          response: { 200: z.array(Suppression) },
        },
      },
      async (request, reply) => pagedList(request, reply, await suppressions.list(request.query)),
    )

    server.post(
      '/api/mail/suppressions',
      {
        config: { access: mailPermissions.editSuppressions },
        schema: {
          tags,
          operationId: 'suppressAddress',
          summary: 'Suppress an address',
          body: SuppressionDraft,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        await suppressions.suppress('by_hand', request.body.email)
        return reply.status(204).send(null)
      },
    )

    server.delete(
      '/api/mail/suppressions',
      {
        config: {
          access: mailPermissions.editSuppressions,
          refusals: { 404: ['suppression_not_found'], 409: ['mail_stop_theirs'] },
        },
        schema: {
          tags,
          operationId: 'liftSuppression',
          summary: 'Remove the suppression of an address',
          querystring: byAddress,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        await suppressions.unsuppress(request.query.email)
        return reply.status(204).send(null)
      },
    )
  })
