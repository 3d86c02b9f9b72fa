import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ExportRequest, ImportReport } from '#features/early-adopters/contract.ts'
import { importSizeLimit } from '#features/early-adopters/model.ts'
import { leadPermissions } from '#features/early-adopters/permissions.ts'
import { signalOfClient } from '#http/client-signal.ts'
import { createRequestTurns } from '#http/limits/request-turns.ts'
import { FileBytes, writtenAnswer } from '#http/openapi/written-answer.ts'
import { describeAction } from '#http/recorded-actions.ts'
import { defineRoutes } from '#http/routes.ts'
import { readUploadedFile } from '#http/uploaded-file.ts'
import type { WorkerPool } from '#platform/worker-pool.ts'
import { Problem } from '#shared/problem.ts'
import type { Exports } from './exports.ts'
import { openImportFile } from './import-file.ts'
import type { Imports } from './imports.ts'

const tags = ['Early adopters']
const types = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' }

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

interface TransferRouteOptions {
  exports: Exports
  imports: Imports
  workers: Pick<WorkerPool, 'run'>
}

/** Export and import of early adopters. */
export const transferRoutes = ({ exports, imports, workers }: TransferRouteOptions) =>
  defineRoutes(async (server) => {
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

    await server.scope(async (uploads) => {
      await acceptFiles(uploads.instance)
      uploads.post(
        '/api/early-adopters/import',
        {
          config: {
            access: leadPermissions.import,
            expects: 'text/csv',
            bodyExample:
              'name,email,segment,consent,consented_at\nAna Example,ana@example.org,developer,yes,2026-05-31\n',
            bodySeconds: 5 * 60,
            isLong: true,
            refusals: {
              400: ['form_unreadable'],
              422: ['import_unreadable', 'import_file_kind', 'import_damaged'],
            },
          },
          bodyLimit: importSizeLimit,
          schema: {
            tags,
            operationId: 'importEarlyAdopters',
            summary: 'Import early adopters from a CSV or XLSX file; a dry run unless dry_run is false',
            consumes: ['text/csv', xlsxType, 'multipart/form-data'],
            querystring: z.object({ dry_run: z.enum(['true', 'false'], 'invalid').default('true') }),
            response: { 200: ImportReport },
          },
        },
        async (request, reply, signedIn) => {
          const { language } = request
          const signal = signalOfClient(reply)
          const file = await openImportFile(await readBytes(request), { language, workers, signal })
          // Frees the bytes, which are not needed during the import.
          request.body = undefined
          return imports.run({
            ...{ file, language, userId: signedIn.user.id },
            isDryRun: request.query.dry_run === 'true',
          })
        },
      )
    })
  })

/** Files as the body or in a form, one import at a time: it takes ten times the size of its file in memory. */
async function acceptFiles(server: FastifyInstance): Promise<void> {
  server.removeAllContentTypeParsers()
  await server.register(multipart, {
    throwFileSizeLimit: false,
    limits: { files: 1, fileSize: importSizeLimit, fields: 4, fieldSize: 1000, parts: 5 },
  })
  server.addHook('preParsing', createRequestTurns({ concurrency: 1, maxWaiting: 5 }))
  server.addContentTypeParser(['text/csv', xlsxType], { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
}

/** The bytes of the file: the request body, or the field `file` of a form. */
async function readBytes(request: FastifyRequest): Promise<Buffer> {
  if (Buffer.isBuffer(request.body)) return request.body
  if (!request.isMultipart())
    throw new Problem('validation_failed', 422, { fields: [{ field: 'file', code: 'required' }] })
  const { bytes } = await readUploadedFile(request, new Problem('payload_too_large', 413))
  return bytes
}
