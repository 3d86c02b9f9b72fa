import { DocumentFigureQuery, DocumentFigures } from '#features/documents/contract.ts'
import { documentPermissions } from '#features/documents/permissions.ts'
import { defineRoutes } from '#http/routes.ts'
import type { DocumentFigureReader } from './figures.ts'

/** The figures of documents, for the team. */
export const documentFigureRoutes = ({ figures }: { figures: DocumentFigureReader }) =>
  defineRoutes((server) => {
    server.get(
      '/api/documents/analytics/summary',
      {
        config: { access: documentPermissions.read },
        schema: {
          tags: ['Document library'],
          operationId: 'getDocumentFigures',
          summary: 'How often documents were viewed and downloaded in a period, by day and by document',
          description:
            'Views are those of the page of a document, downloads those of its file, each once for half an hour and a reader. A visitor who comes on two days counts twice, as nobody is recognized the day after. Times are in seconds, and null where none is known. Days are those of the site’s time zone.',
          querystring: DocumentFigureQuery,
          response: { 200: DocumentFigures },
        },
      },
      (request) => figures.read(request.query),
    )
  })
