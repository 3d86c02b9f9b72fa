import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { transferPermissions } from '#features/content/permissions.ts'
import { createRequestTurns } from '#http/limits/request-turns.ts'
import { pagedList } from '#http/paging.ts'
import { defineRoutes } from '#http/routes.ts'
import { byId } from '#shared/parameters.ts'
import { Problem } from '#shared/problem.ts'
import type { TransferArrivals } from './arrivals.ts'
import {
  byImportItem,
  ContentImport,
  TransferChangesQuery,
  TransferDifference,
  TransferEntry,
  TransferModeQuery,
  TransferOrder,
  TransferPreview,
  transferSizeLimit,
} from './contract.ts'
import { transferPath, transferTag } from './export-routes.ts'
import type { ContentImports } from './imports.ts'

const tags = [transferTag]
const path = `${transferPath}/imports`
const access = transferPermissions.import
const gone = { 404: ['transfer_not_found'], 409: ['transfer_done'] }

interface ImportRouteOptions {
  imports: ContentImports
  arrivals: TransferArrivals
}

/** Archives of other installations: what they would change. */
export const contentImportRoutes = ({ imports }: ImportRouteOptions) =>
  defineRoutes((server) => {
    server.get(
      path,
      {
        config: { access },
        schema: {
          tags,
          operationId: 'listContentImports',
          summary: 'Archives that were uploaded, the newest first',
          response: { 200: z.array(ContentImport) },
        },
      },
      (request) => imports.list(request.language),
    )

    server.get(
      `${path}/:id`,
      {
        config: { access, refusals: { 404: ['transfer_not_found'] } },
        schema: {
          tags,
          operationId: 'getContentImport',
          summary: 'One archive, and how far its import has come',
          params: byId,
          response: { 200: ContentImport },
        },
      },
      (request) => imports.get(request.params.id, request.language),
    )

    server.get(
      `${path}/:id/preview`,
      {
        config: { access, refusals: gone },
        schema: {
          tags,
          operationId: 'previewContentImport',
          summary: 'How much an import would add and change',
          params: byId,
          querystring: TransferModeQuery,
          response: { 200: TransferPreview },
        },
      },
      (request) => imports.preview(request.params.id, request.query.mode),
    )

    server.get(
      `${path}/:id/changes`,
      {
        config: { access, refusals: gone },
        schema: {
          tags,
          operationId: 'listContentChanges',
          summary: 'What an import would add and change, by key and language',
          params: byId,
          querystring: TransferChangesQuery,
          response: { 200: z.array(TransferEntry) },
        },
      },
      async (request, reply) =>
        pagedList(request, reply, await imports.listChanges(request.params.id, request.query)),
    )

    server.get(
      `${path}/:id/changes/:number`,
      {
        config: { access, refusals: gone },
        schema: {
          tags,
          operationId: 'getContentChange',
          summary: 'What one item says here, and what it would say',
          params: byImportItem,
          querystring: TransferModeQuery,
          response: { 200: TransferDifference },
        },
      },
      ({ params, query }) => imports.getChange(params.id, params.number, query.mode),
    )
  })

/** The order to import an archive, and the end of one. */
export const contentImportOrderRoutes = ({ imports }: ImportRouteOptions) =>
  defineRoutes((server) => {
    server.post(
      `${path}/:id/run`,
      {
        config: {
          access,
          refusals: {
            404: ['transfer_not_found'],
            409: ['transfer_done', 'transfer_running', 'transfer_changed_here'],
            422: ['transfer_nothing', 'transfer_needed'],
          },
        },
        bodyLimit: 1024 * 1024,
        schema: {
          tags,
          operationId: 'runContentImport',
          summary: 'Import what was looked at, all of it or nothing; nothing is deleted',
          params: byId,
          body: TransferOrder,
          response: { 202: ContentImport },
        },
      },
      async (request, reply) => {
        await imports.order(request.params.id, request.body)
        return reply.status(202).send(await imports.get(request.params.id, request.language))
      },
    )

    server.post(
      `${path}/:id/cancel`,
      {
        config: { access, refusals: { 404: ['transfer_not_found'] } },
        schema: {
          tags,
          operationId: 'cancelContentImport',
          summary: 'Break an import off: then nothing of it is imported',
          params: byId,
          response: { 200: ContentImport },
        },
      },
      async ({ params, language }) => {
        await imports.cancel(params.id)
        return imports.get(params.id, language)
      },
    )

    server.delete(
      `${path}/:id`,
      {
        config: { access, refusals: { 404: ['transfer_not_found'], 409: ['transfer_running'] } },
        schema: {
          tags,
          operationId: 'deleteContentImport',
          summary: 'Forget an archive; what was imported stays',
          params: byId,
          response: { 204: z.undefined() },
        },
      },
      async (request, reply) => {
        await imports.remove(request.params.id)
        return reply.status(204).send()
      },
    )
  })

/** The upload of an archive, which is read while it arrives. */
export const contentImportUploadRoutes = ({ imports, arrivals }: ImportRouteOptions) =>
  defineRoutes(async (server) => {
    await server.scope(async (uploads) => {
      uploads.instance.removeAllContentTypeParsers()
      await uploads.instance.register(multipart, {
        throwFileSizeLimit: false,
        limits: { files: 1, fileSize: transferSizeLimit, fields: 4, fieldSize: 1000, parts: 5 },
      })
      uploads.instance.addHook('preParsing', createRequestTurns({ concurrency: 2, maxWaiting: 4 }))
      uploads.post(
        path,
        {
          config: {
            access,
            expects: 'multipart/form-data',
            // As long as any request may take.
            bodySeconds: 60 * 60,
            isLong: true,
            refusals: {
              400: ['form_unreadable'],
              413: ['transfer_too_big', 'transfer_content_too_big'],
              422: [
                'transfer_foreign',
                'transfer_damaged',
                'transfer_newer',
                'transfer_too_many',
                'validation_failed',
              ],
              503: ['storage_away'],
              507: ['storage_full'],
            },
          },
          schema: {
            tags,
            operationId: 'uploadContent',
            summary:
              'Upload an archive of another installation, in a form field "file"; nothing is imported yet',
            consumes: ['multipart/form-data'],
            response: { 201: ContentImport },
          },
        },
        async (request, reply, signedIn) => {
          const id = await receiveArchive(request, arrivals, signedIn.user.id)
          return reply.status(201).send(await imports.get(id, request.language))
        },
      )
    })
  })

async function receiveArchive(request: FastifyRequest, arrivals: TransferArrivals, userId: string) {
  let id: string | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue
      id = await arrivals.receive(part.filename || 'content.tar', withinLimit(part.file), userId)
    }
  } catch (error) {
    if (id !== undefined) await arrivals.discard(id)
    // Whatever else the parser says is about the form: no boundary, cut off, more files than one.
    throw isFromStore(error) ? error : new Problem('form_unreadable', 400)
  }
  if (id === undefined)
    throw new Problem('validation_failed', 422, { fields: [{ field: 'file', code: 'required' }] })
  return id
}

async function* withinLimit(stream: AsyncIterable<Uint8Array> & { truncated: boolean }) {
  yield* stream
  if (stream.truncated)
    throw new Problem('transfer_too_big', 413, { params: { limit: transferSizeLimit / 1024 ** 3 } })
}

/** Whether the disk, the database or a rule has refused it, and not the parser of forms or the connection. */
function isFromStore(error: unknown): boolean {
  if (error instanceof Problem || !(error instanceof Error)) return true
  const { code = '' } = error as NodeJS.ErrnoException
  return !(
    /^(FST_|ERR_STREAM_PREMATURE_CLOSE|ECONNRESET|ABORT_ERR)/.test(code) ||
    /^(Unexpected end of|The needle|Malformed|Multipart|Part terminated|Missing Content-Type|Unsupported content)/.test(
      error.message,
    )
  )
}
