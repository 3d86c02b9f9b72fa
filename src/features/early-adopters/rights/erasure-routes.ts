import { z } from 'zod'
import { Erasure, ErasureResult } from '#features/early-adopters/contract.ts'
import { leadPermissions } from '#features/early-adopters/permissions.ts'
import { describeAction } from '#http/recorded-actions.ts'
import { defineRoutes } from '#http/routes.ts'
import { Problem } from '#shared/problem.ts'
import type { Erasures } from './erasure.ts'

const tags = ['Early adopters']
const config = { access: leadPermissions.erase } as const

/** Erasing people at their request (GDPR article 17), by the team. */
export const erasureRoutes = ({ erasures }: { erasures: Erasures }) =>
  defineRoutes((server) => {
    server.delete(
      '/api/leads/:id',
      {
        config,
        schema: {
          tags,
          operationId: 'eraseEarlyAdopter',
          summary: 'Erase an early adopter and all their personal data',
          params: z.object({ id: z.uuid() }),
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const { erased } = await erasures.erase([request.params.id], 'by_team')
        describeAction(request, { erased })
        if (erased === 0) throw new Problem('lead_not_found', 404)
        return reply.status(204).send(null)
      },
    )

    server.post(
      '/api/early-adopters/erase',
      {
        config,
        schema: {
          tags,
          operationId: 'eraseEarlyAdopters',
          summary: 'Erase several early adopters, each in its own transaction',
          body: Erasure,
          response: { 200: ErasureResult },
        },
      },
      async (request) => {
        const result = await erasures.erase(request.body.ids, 'by_team')
        describeAction(request, { ...result })
        return result
      },
    )
  })
