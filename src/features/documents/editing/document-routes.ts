import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import {
  BulkOrder,
  BulkResult,
  DocumentChange,
  DocumentDetails,
  DocumentEntry,
  DocumentListQuery,
  FileLink,
  PageText,
  Publication,
} from '#features/documents/contract.ts'
import { documentPermissions } from '#features/documents/permissions.ts'
import { pagedList } from '#http/paging.ts'
import { describeProblem } from '#http/problem-details.ts'
import { defineRoutes } from '#http/routes.ts'
import type { Catalogues } from '#platform/catalogues.ts'
import { queryNumber } from '#shared/paging.ts'
import { byId } from '#shared/parameters.ts'
import { Problem } from '#shared/problem.ts'
import type { Documents } from './documents.ts'

const tags = ['Document library']
const notFound = { 404: ['document_not_found'] }
const byVersion = z.object({ version: queryNumber(1, 1_000_000).optional() })

/** The list of documents and one of them, for the team. */
export const documentReadingRoutes = ({ documents }: { documents: Documents }) =>
  defineRoutes((server) => {
    server.get(
      '/api/documents',
      {
        config: { access: documentPermissions.read },
        schema: {
          tags,
          operationId: 'listLibraryDocuments',
          summary: 'Documents in every state, filtered and sorted; `status=deleted` lists the bin',
          querystring: DocumentListQuery,
          response: { 200: z.array(DocumentEntry) },
        },
      },
      async (request, reply) => pagedList(request, reply, await documents.list(request.query)),
    )

    server.get(
      '/api/documents/:id',
      {
        config: { access: documentPermissions.read, refusals: notFound },
        schema: {
          tags,
          operationId: 'getDocument',
          summary: 'One document with all versions of its file',
          params: byId,
          response: { 200: DocumentDetails },
        },
      },
      (request) => documents.get(request.params.id),
    )

    server.get(
      '/api/documents/:id/link',
      {
        config: { access: documentPermissions.read, refusals: notFound },
        schema: {
          tags,
          operationId: 'getDocumentLink',
          summary: 'An address at which a version can be read for an hour; by default the newest',
          params: byId,
          querystring: byVersion,
          response: { 200: FileLink },
        },
      },
      (request) => documents.link(request.params.id, request.query.version),
    )

    server.get(
      '/api/documents/:id/pages/:page',
      {
        config: {
          access: documentPermissions.read,
          refusals: { 404: ['document_not_found', 'not_found'] },
        },
        schema: {
          tags,
          operationId: 'getDocumentPage',
          summary: 'The text of one page of a version; by default of the newest',
          params: byId.extend({ page: queryNumber(1, 1_000_000) }),
          querystring: byVersion,
          response: { 200: PageText },
        },
      },
      (request) => documents.readPage(request.params.id, request.params.page, request.query.version),
    )
  })

interface EditingRouteOptions {
  documents: Documents
  catalogues: Catalogues
}

/** Changes of what a document says, and its publication. */
export const documentEditingRoutes = ({ documents }: { documents: Documents }) =>
  defineRoutes((server) => {
    server.put(
      '/api/documents/:id',
      {
        config: {
          access: documentPermissions.edit,
          refusals: {
            ...notFound,
            409: ['document_stale', 'family_language_taken', 'family_needs_language'],
          },
        },
        schema: {
          tags,
          operationId: 'changeDocument',
          summary: 'Change what a document says about itself',
          params: byId,
          body: DocumentChange,
          response: { 200: DocumentDetails },
        },
      },
      async (request) => {
        await documents.describe(request.params.id, request.body)
        return documents.get(request.params.id)
      },
    )

    server.post(
      '/api/documents/:id/publish',
      {
        config: {
          access: documentPermissions.publish,
          refusals: { ...notFound, 409: ['document_not_draft', 'document_processing', 'document_failed'] },
        },
        schema: {
          tags,
          operationId: 'publishDocument',
          summary: 'Publish a draft: it is public in every process once this has been answered',
          params: byId,
          body: Publication,
          response: { 200: DocumentDetails },
        },
      },
      async (request) => {
        const { id } = request.params
        const { document_id = id } = request.body
        if (document_id !== id) {
          const fields = [{ field: 'document_id', code: 'invalid' }]
          throw new Problem('validation_failed', 422, { fields })
        }
        await documents.publish(id)
        return documents.get(id)
      },
    )
  })

/** Changes of many documents. */
export const documentBulkRoutes = ({ documents, catalogues }: EditingRouteOptions) =>
  defineRoutes((server) => {
    server.post(
      '/api/documents/bulk',
      {
        config: { access: documentPermissions.publish, isLong: true },
        schema: {
          tags,
          operationId: 'changeDocuments',
          summary:
            'Publish, unpublish, archive, delete or recover many documents; what cannot be done to one is told',
          body: BulkOrder,
          response: { 200: BulkResult },
        },
      },
      (request) =>
        documents.changeMany(
          request.body,
          (problem) => describeProblem(problem, request.language, catalogues).detail,
        ),
    )
  })

/** Changes of the state of a document that need nothing but its id. */
export const documentStateRoutes = ({ documents }: { documents: Documents }) =>
  defineRoutes((server) => {
    const commands = [
      {
        ...{ name: 'unpublish', operationId: 'unpublishDocument', run: documents.unpublish },
        ...{ access: documentPermissions.publish, refusal: 'document_not_published' },
        summary: 'Make a published document a draft: nobody reads it from then on',
      },
      {
        ...{ name: 'archive', operationId: 'archiveDocument', run: documents.archive },
        ...{ access: documentPermissions.publish, refusal: 'document_archived' },
        summary: 'Put a draft or published document into the archive',
      },
      {
        ...{ name: 'reopen', operationId: 'reopenDocument', run: documents.reopen },
        ...{ access: documentPermissions.publish, refusal: 'document_not_archived' },
        summary: 'Make an archived document a draft again',
      },
      {
        ...{ name: 'recover', operationId: 'recoverDocument', run: documents.recover },
        ...{ access: documentPermissions.remove, refusal: undefined },
        summary: 'Take a document out of the bin; one that was published becomes a draft',
      },
    ] as const
    for (const { name, operationId, run, access, refusal, summary } of commands) {
      server.post(
        `/api/documents/:id/${name}`,
        {
          config: { access, refusals: { ...notFound, ...(refusal && { 409: [refusal] }) } },
          schema: { tags, operationId, summary, params: byId, response: { 200: DocumentDetails } },
        },
        async (request) => {
          await run(request.params.id)
          return documents.get(request.params.id)
        },
      )
    }

    server.delete(
      '/api/documents/:id',
      {
        config: { access: documentPermissions.remove, refusals: notFound },
        schema: {
          tags,
          operationId: 'deleteDocument',
          summary: 'Put a document into the bin, from which it can be taken back for 30 days',
          params: byId,
          response: { 204: z.undefined() },
        },
      },
      async (request, reply) => {
        await documents.remove(request.params.id)
        return sendNothing(reply)
      },
    )

    server.post(
      '/api/documents/:id/erase',
      {
        config: {
          access: documentPermissions.erase,
          refusals: { ...notFound, 409: ['document_not_deleted'] },
        },
        schema: {
          tags,
          operationId: 'eraseDocument',
          summary: 'Delete a document in the bin for good, with its files',
          params: byId,
          response: { 204: z.undefined() },
        },
      },
      async (request, reply) => {
        await documents.erase(request.params.id)
        return sendNothing(reply)
      },
    )
  })

const sendNothing = (reply: FastifyReply) => reply.status(204).send()
