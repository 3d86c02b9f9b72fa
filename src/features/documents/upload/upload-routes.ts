import { z } from 'zod'
import { DocumentDetails, UploadLimits } from '#features/documents/contract.ts'
import type { Documents } from '#features/documents/editing/documents.ts'
import { documentPermissions } from '#features/documents/permissions.ts'
import { defineRoutes } from '#http/routes.ts'
import { byId } from '#shared/parameters.ts'
import { readUploadFields, readUploadForm, registerUploads } from './upload-form.ts'
import type { Uploads } from './uploads.ts'

const tags = ['Document library']

interface UploadRouteOptions {
  uploads: Uploads
  documents: Documents
}

const refusals = {
  400: ['form_unreadable'],
  409: ['upload_broken_off'],
  413: ['document_too_big'],
  415: ['document_type'],
  422: ['validation_failed'],
  503: ['storage_away'],
  507: ['storage_full'],
}
const common = {
  access: documentPermissions.upload,
  expects: 'multipart/form-data',
  // A hundred megabytes over a slow line.
  bodySeconds: 60 * 60,
} as const

/** Uploads of documents and of new versions. Their files are read after they have been answered. */
export const uploadRoutes = ({ uploads, documents }: UploadRouteOptions) =>
  defineRoutes(async (server) => {
    server.get(
      '/api/documents/limits',
      {
        config: { access: documentPermissions.upload },
        schema: {
          tags,
          operationId: 'getUploadLimits',
          summary: 'How large an upload may be, and how much room there is',
          response: { 200: UploadLimits },
        },
      },
      () => uploads.describeLimits(),
    )

    await server.scope(async (forms) => {
      await registerUploads(forms.instance)

      forms.post(
        '/api/documents/upload',
        {
          config: { ...common, refusals },
          schema: {
            tags,
            operationId: 'uploadDocument',
            summary: 'Upload a PDF as a draft: a form with "file", "title" and what else is known of it',
            description:
              'It answers once the file is stored. Its pages are read then: `file_state` says whether that goes on, and why a file is not served.',
            consumes: ['multipart/form-data'],
            response: { 200: DocumentDetails },
          },
        },
        async (request, _reply, { user }) => {
          const { file, fields } = await readUploadForm(request, uploads, readUploadFields)
          const { clean_metadata, ...words } = fields
          const id = await uploads.addDocument(file, words, byOf(user.id, clean_metadata))
          return documents.get(id)
        },
      )

      forms.post(
        '/api/documents/:id/file',
        {
          config: { ...common, refusals: { ...refusals, 404: ['document_not_found'] } },
          schema: {
            tags,
            operationId: 'replaceDocumentFile',
            summary: 'Upload a new version of a document, in a form field "file"',
            description:
              'The address of the document stays the same. The new version is served once its pages have been read; until then, and if it is refused, the present one is.',
            consumes: ['multipart/form-data'],
            params: byId,
            response: { 200: DocumentDetails },
          },
        },
        async (request, _reply, { user }) => {
          const { id } = request.params
          await documents.get(id)
          const { file, fields } = await readUploadForm(request, uploads, readVersionFields)
          await uploads.replaceFile(id, file, byOf(user.id, fields.clean_metadata))
          return documents.get(id)
        },
      )
    })
  })

const byOf = (actorId: string, wish: 'true' | 'false' | undefined) => ({
  actorId,
  cleansMetadata: wish === undefined ? undefined : wish === 'true',
})

const VersionFields = z.object({ clean_metadata: z.enum(['true', 'false']).optional().catch(undefined) })
const readVersionFields = (given: Record<string, string>) => VersionFields.parse(given)
