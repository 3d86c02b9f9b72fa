import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { seoPermissions } from '#features/seo/permissions.ts'
import { createRequestTurns } from '#http/limits/request-turns.ts'
import { FileBytes, writtenAnswer } from '#http/openapi/written-answer.ts'
import { defineRoutes } from '#http/routes.ts'
import { readUploadedFile } from '#http/uploaded-file.ts'
import { Problem } from '#shared/problem.ts'
import { importSizeLimit, RedirectImport } from './contract.ts'
import type { RedirectTransfer } from './transfer.ts'

const tags = ['Redirects']
const path = '/api/admin/seo/redirects'

/** Redirects as a file: export and import. */
export const redirectTransferRoutes = ({ transfer }: { transfer: RedirectTransfer }) =>
  defineRoutes(async (server) => {
    server.get(
      `${path}/export.csv`,
      {
        config: { access: seoPermissions.read },
        schema: {
          tags,
          operationId: 'exportRedirects',
          summary: 'All redirects as a CSV file that can be imported again',
          response: writtenAnswer(FileBytes, 'text/csv'),
        },
      },
      async (_request, reply) => {
        reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', 'attachment; filename="redirects.csv"')
        return transfer.write()
      },
    )

    await server.scope(async (uploads) => {
      await acceptFiles(uploads.instance)
      uploads.post(
        `${path}/import`,
        {
          config: {
            access: seoPermissions.redirect,
            expects: 'text/csv',
            bodyExample: 'from,to,kind,note\n/precios,/docs,301,Old price list\n',
            bodySeconds: 60,
            refusals: {
              400: ['form_unreadable'],
              422: ['redirects_import_refused', 'redirects_import_columns', 'redirects_import_unreadable'],
            },
          },
          bodyLimit: importSizeLimit,
          schema: {
            tags,
            operationId: 'importRedirects',
            summary: 'Import redirects from a CSV file, all lines or none; a dry run unless dry_run is false',
            consumes: ['text/csv', 'multipart/form-data'],
            querystring: z.object({ dry_run: z.enum(['true', 'false'], 'invalid').default('true') }),
            response: { 200: RedirectImport },
          },
        },
        async (request, _reply, signedIn) =>
          transfer.run({
            bytes: await readBytes(request),
            isDryRun: request.query.dry_run === 'true',
            language: request.language,
            userId: signedIn.user.id,
          }),
      )
    })
  })

/** A file as the body or in a form; one import at a time. */
async function acceptFiles(server: FastifyInstance): Promise<void> {
  server.removeAllContentTypeParsers()
  await server.register(multipart, {
    throwFileSizeLimit: false,
    limits: { files: 1, fileSize: importSizeLimit, fields: 4, fieldSize: 1000, parts: 5 },
  })
  server.addHook('preParsing', createRequestTurns({ concurrency: 1, maxWaiting: 5 }))
  server.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

/** The bytes of the file: the request body, or the field `file` of a form. */
async function readBytes(request: FastifyRequest): Promise<Buffer> {
  if (Buffer.isBuffer(request.body)) return request.body
  if (!request.isMultipart())
    throw new Problem('validation_failed', 422, { fields: [{ field: 'file', code: 'required' }] })
  return (await readUploadedFile(request, new Problem('payload_too_large', 413))).bytes
}
