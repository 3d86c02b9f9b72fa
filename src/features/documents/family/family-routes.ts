import { z } from 'zod'
import { DocumentDetails, DocumentVariant, FamilyAddition } from '#features/documents/contract.ts'
import { documentPermissions } from '#features/documents/permissions.ts'
import type { DocumentRow } from '#features/documents/store.ts'
import { defineRoutes } from '#http/routes.ts'
import { byId } from '#shared/parameters.ts'
import { text } from '#shared/text.ts'
import type { Families } from './families.ts'

const tags = ['Document library']
const access = documentPermissions.edit
const notFound = { 404: ['document_not_found'] }

interface FamilyRouteOptions {
  families: Families
  /** Both refuse with 404 what is not there. */
  documents: { find(id: string): Promise<DocumentRow>; get(id: string): Promise<DocumentDetails> }
}

/** The families of documents: the same one in several languages. */
export const familyRoutes = ({ families, documents }: FamilyRouteOptions) =>
  defineRoutes((server) => {
    server.get(
      '/api/documents/:id/family/candidates',
      {
        config: { access, refusals: notFound },
        schema: {
          tags,
          operationId: 'listFamilyCandidates',
          summary:
            'Documents that can be added to the family of one: without a family, in a language it lacks',
          params: byId,
          querystring: z.object({ search: text(200).default('') }),
          response: { 200: z.array(DocumentVariant) },
        },
      },
      async (request) =>
        families.listCandidates(await documents.find(request.params.id), request.query.search),
    )

    server.post(
      '/api/documents/:id/family',
      {
        config: {
          access,
          refusals: {
            ...notFound,
            409: ['document_in_family', 'family_language_taken', 'family_needs_language'],
          },
        },
        schema: {
          tags,
          operationId: 'addToDocumentFamily',
          summary: 'Keep another document together with this one, as the same one in another language',
          params: byId,
          body: FamilyAddition,
          response: { 200: DocumentDetails },
        },
      },
      async (request) => {
        const { id } = request.params
        await families.add(id, request.body.document_id)
        return documents.get(id)
      },
    )

    server.delete(
      '/api/documents/:id/family',
      {
        config: { access, refusals: notFound },
        schema: {
          tags,
          operationId: 'leaveDocumentFamily',
          summary: 'Take a document out of its family; one that is left alone in it has none any more',
          params: byId,
          response: { 204: z.undefined() },
        },
      },
      async (request, reply) => {
        await families.leave(request.params.id)
        return reply.status(204).send()
      },
    )
  })
