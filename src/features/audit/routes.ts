import { z } from 'zod'
import { pagedList } from '#http/paging.ts'
import { defineRoutes } from '#http/routes.ts'
import { RecordedAction, RecordedActionQuery } from './contract.ts'
import { auditPermissions } from './permissions.ts'
import type { Audit } from './service.ts'

/** The recorded actions, for admins. */
export const auditRoutes = ({ audit }: { audit: Audit }) =>
  defineRoutes((server) => {
    server.get(
      '/api/audit',
      {
        config: { access: auditPermissions.read },
        schema: {
          tags: ['Recorded actions'],
          operationId: 'listRecordedActions',
          summary: 'List recorded actions, such as exports and erasures, newest first',
          querystring: RecordedActionQuery,
          response: { 200: z.array(RecordedAction) },
        },
      },
      async (request, reply) => pagedList(request, reply, await audit.list(request.query)),
    )
  })
