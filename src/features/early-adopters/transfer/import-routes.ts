import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ImportMapping, ImportReport } from '#features/early-adopters/contract.ts'
import { importSizeLimit } from '#features/early-adopters/model.ts'
import { leadPermissions } from '#features/early-adopters/permissions.ts'
import { TagList } from '#features/early-adopters/tags/contract.ts'
import { signalOfClient } from '#http/client-signal.ts'
import { createRequestTurns } from '#http/limits/request-turns.ts'
import { FileBytes, writtenAnswer } from '#http/openapi/written-answer.ts'
import { defineRoutes, type RouteServer } from '#http/routes.ts'
import { readUploadedFile } from '#http/uploaded-file.ts'
import type { WorkerPool } from '#platform/worker-pool.ts'
import { Problem } from '#shared/problem.ts'
import { openImportFile } from './import-file.ts'
import type { Imports } from './imports.ts'

const tags = ['Early adopters']
const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

interface ImportRouteOptions {
  imports: Imports
  workers: Pick<WorkerPool, 'run'>
}

/** Import of early adopters, and what it refuses. */
export const importRoutes = (options: ImportRouteOptions) =>
  defineRoutes((server) =>
    server.scope(async (uploads) => {
      await acceptFiles(uploads.instance)
      defineImport(uploads, options)
      defineRefusedLines(uploads, options)
    }),
  )

function defineImport(server: RouteServer, { imports, workers }: ImportRouteOptions): void {
  server.post(
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
          409: ['tags_full'],
          422: ['import_unreadable', 'import_file_kind', 'import_damaged'],
        },
      },
      bodyLimit: importSizeLimit,
      schema: {
        tags,
        operationId: 'importEarlyAdopters',
        summary: 'Import early adopters from a CSV or XLSX file; a dry run unless dry_run is false',
        consumes: ['text/csv', xlsxType, 'multipart/form-data'],
        querystring: z.object({
          dry_run: z.enum(['true', 'false'], 'invalid').default('true'),
          columns: ImportMapping.optional(),
          tags: TagList.default([]),
        }),
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
        mapping: request.query.columns,
        tags: request.query.tags,
      })
    },
  )
}

function defineRefusedLines(server: RouteServer, { imports, workers }: ImportRouteOptions): void {
  server.post(
    '/api/early-adopters/import/refused',
    {
      config: {
        access: leadPermissions.import,
        expects: 'text/csv',
        bodySeconds: 5 * 60,
        refusals: {
          400: ['form_unreadable'],
          409: ['tags_full'],
          422: ['import_unreadable', 'import_file_kind', 'import_damaged'],
        },
      },
      bodyLimit: importSizeLimit,
      schema: {
        tags,
        operationId: 'listRefusedImportLines',
        summary: 'The lines of a file that an import refuses, as a CSV file to correct and import again',
        consumes: ['text/csv', xlsxType, 'multipart/form-data'],
        querystring: z.object({
          columns: ImportMapping.optional(),
          tags: TagList.default([]),
          separator: z.enum([',', ';'], 'invalid').default(','),
        }),
        response: writtenAnswer(FileBytes, 'text/csv'),
      },
    },
    async (request, reply) => {
      const { language, query } = request
      const file = await openImportFile(await readBytes(request), {
        ...{ language, workers, signal: signalOfClient(reply) },
      })
      request.body = undefined
      const lines = await imports.openRefused({
        ...{ file, language, mapping: query.columns, tags: query.tags },
        separator: query.separator,
      })
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="refused.csv"')
      return Readable.from(lines, { highWaterMark: 1 })
    },
  )
}

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
