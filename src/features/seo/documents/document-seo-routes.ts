import { seoPermissions } from '#features/seo/permissions.ts'
import { defineRoutes } from '#http/routes.ts'
import { DocumentSeo, DocumentSeoChange } from './contract.ts'
import type { DocumentSeoService } from './document-seo.ts'

const path = '/api/admin/seo/documents'
const tags = ['Search engines']
const response = { 200: DocumentSeo }

/** What search engines are told of documents. */
export const documentSeoRoutes = ({ documentSeo }: { documentSeo: DocumentSeoService }) =>
  defineRoutes((server) => {
    server.get(
      path,
      {
        config: { access: seoPermissions.read },
        schema: {
          ...{ tags, response },
          operationId: 'getDocumentSeo',
          summary: 'How the pages of documents are described, and whether the sitemap lists them',
        },
      },
      async () => documentSeo.read(),
    )

    server.post(
      path,
      {
        config: { access: seoPermissions.change, refusals: { 409: ['settings_stale'] } },
        schema: {
          ...{ tags, response, body: DocumentSeoChange },
          operationId: 'changeDocumentSeo',
          summary: 'Change how the pages of documents are described; what is left out stays',
        },
      },
      (request, _reply, { user }) => documentSeo.change(request.body, user),
    )
  })
