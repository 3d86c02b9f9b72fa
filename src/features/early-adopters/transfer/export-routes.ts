import { Readable } from 'node:stream'
import { ExportRequest } from '#features/early-adopters/contract.ts'
import { leadPermissions } from '#features/early-adopters/permissions.ts'
import { createRequestTurns } from '#http/limits/request-turns.ts'
import { FileBytes, writtenAnswer } from '#http/openapi/written-answer.ts'
import { describeAction } from '#http/recorded-actions.ts'
import { defineRoutes } from '#http/routes.ts'
import type { Exports } from './exports.ts'

const tags = ['Early adopters']
const types = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' }

/** Export of early adopters. */
export const exportRoutes = ({ exports }: { exports: Exports }) =>
  defineRoutes((server) => {
    server.post(
      '/api/early-adopters/export',
      {
        config: { access: leadPermissions.export, refusals: { 429: ['exports_busy'] } },
        bodyLimit: 1024 * 1024,
        // Many at once would slow each other down until none is done before its client gives up.
        preHandler: createRequestTurns({
          ...{ concurrency: 2, maxWaiting: 8 },
          refusal: { code: 'exports_busy', status: 429 },
        }),
        schema: {
          tags,
          operationId: 'exportEarlyAdopters',
          summary: 'Export early adopters as a CSV or JSON file',
          body: ExportRequest,
          response: writtenAnswer(FileBytes, 'text/csv', 'application/json'),
        },
      },
      async (request, reply, signedIn) => {
        const { format } = request.body
        const { user } = signedIn
        request.log.info({ user: user.id, format }, 'early adopters are exported')
        const file = exports.write(request.body, request.language, (people) =>
          describeAction(request, { format, people }),
        )
        return reply
          .type(types[format])
          .header('content-disposition', `attachment; filename="early-adopters.${format}"`)
          .send(Readable.from(file, { highWaterMark: 1 }))
      },
    )
  })
