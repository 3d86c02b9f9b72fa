import { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { getSignedIn } from '#http/access.ts'
import { defineRoutes } from '#http/routes.ts'
import { Problem } from '#shared/problem.ts'
import { ExportRequest, ImportReport, importSizeLimit } from './contract.ts'
import type { Exports } from './exports.ts'
import type { Imports } from './imports.ts'

const tags = ['early adopters']
const types = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' }

/** Early adopters as files: out and in. */
export const transferRoutes = ({ exports, imports }: { exports: Exports; imports: Imports }) =>
  defineRoutes(async (server) => {
    server.post(
      '/api/early-adopters/export',
      {
        config: { access: 'viewer' },
        bodyLimit: 1024 * 1024,
        schema: { tags, summary: 'Early adopters as a CSV or JSON file', body: ExportRequest },
      },
      async (request, reply) => {
        const { format } = request.body
        const { user } = getSignedIn(request)
        request.log.info({ user: user.id, format }, 'early adopters are exported')
        const file = exports.write(request.body, request.language)
        return reply
          .type(types[format])
          .header('content-disposition', `attachment; filename="early-adopters.${format}"`)
          .send(Readable.from(file, { highWaterMark: 1 }))
      },
    )

    await server.register(async (uploads) => {
      uploads.removeAllContentTypeParsers()
      await uploads.register(multipart, {
        limits: { files: 1, fileSize: importSizeLimit, fields: 4, fieldSize: 1000, parts: 5 },
      })
      uploads.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (_request, body, done) =>
        done(null, body),
      )
      uploads.withTypeProvider<ZodTypeProvider>().post(
        '/api/early-adopters/import',
        {
          config: { access: 'editor', expects: 'text/csv' },
          bodyLimit: importSizeLimit,
          schema: {
            tags,
            summary: 'Add people from a CSV file; only told what it would do, unless dry_run is false',
            consumes: ['text/csv', 'multipart/form-data'],
            querystring: z.object({ dry_run: z.enum(['true', 'false'], 'invalid').default('true') }),
            response: { 200: ImportReport },
          },
        },
        async (request) =>
          imports.run({
            bytes: Buffer.isBuffer(request.body) ? request.body : await readUpload(request),
            isDryRun: request.query.dry_run === 'true',
            language: request.language,
            userId: getSignedIn(request).user.id,
          }),
      )
    })
  })

/** The file out of a form's field "file". */
async function readUpload(request: FastifyRequest): Promise<Buffer> {
  const file = request.isMultipart() ? await request.file() : undefined
  if (!file) throw new Problem('validation_failed', 422, { fields: [{ field: 'file', code: 'required' }] })
  const bytes = await file.toBuffer()
  if (file.file.truncated) throw new Problem('payload_too_large', 413)
  return bytes
}
