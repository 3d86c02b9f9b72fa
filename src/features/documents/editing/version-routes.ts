import { DocumentDetails } from '#features/documents/contract.ts'
import { documentPermissions } from '#features/documents/permissions.ts'
import { defineRoutes } from '#http/routes.ts'
import { queryNumber } from '#shared/paging.ts'
import { byId } from '#shared/parameters.ts'
import type { Documents } from './documents.ts'

const tags = ['Document library']
const notFound = { 404: ['document_not_found'] }

/** What is done with versions that are stored: a second try for the newest, and going back to another. */
export const documentVersionRoutes = ({ documents }: { documents: Documents }) =>
  defineRoutes((server) => {
    server.post(
      '/api/documents/:id/retry',
      {
        config: {
          access: documentPermissions.upload,
          refusals: { ...notFound, 409: ['document_not_failed'] },
        },
        schema: {
          tags,
          operationId: 'retryDocument',
          summary: 'Read the newest file of a document again, which was refused before',
          params: byId,
          response: { 200: DocumentDetails },
        },
      },
      async (request) => {
        await documents.retry(request.params.id)
        return documents.get(request.params.id)
      },
    )

    server.post(
      '/api/documents/:id/versions/:number/restore',
      {
        config: {
          access: documentPermissions.upload,
          refusals: {
            ...notFound,
            409: ['document_deleted', 'document_version_not_ready', 'document_version_served'],
          },
        },
        schema: {
          tags,
          operationId: 'restoreDocumentVersion',
          summary: 'Serve another version of a document again, in every process once this has been answered',
          description:
            'The address of the document stays the same, and so do the numbers of its versions: none is lost. A newer version that is still being read is served once it is ready.',
          params: byId.extend({ number: queryNumber(1, 1_000_000) }),
          response: { 200: DocumentDetails },
        },
      },
      async (request) => {
        const { id, number } = request.params
        await documents.restore({ documentId: id, number })
        return documents.get(id)
      },
    )
  })
