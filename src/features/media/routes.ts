import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { pagedList } from '#http/paging.ts'
import { defineRoutes } from '#http/routes.ts'
import { readUploadedFile } from '#http/uploaded-file.ts'
import { pageQuery } from '#shared/paging.ts'
import { byId } from '#shared/parameters.ts'
import { Problem } from '#shared/problem.ts'
import { text } from '#shared/text.ts'
import {
  Alternatives,
  languagesOf,
  Picture,
  PictureReplacement,
  PictureUse,
  pictureExtensions,
  pictureSizeLimit,
  ReplacedPicture,
} from './contract.ts'
import { mediaPermissions } from './permissions.ts'
import type { Media } from './service.ts'

const tags = ['Pictures']
const byFile = z.object({ file: z.string().regex(/^[0-9a-f]{64}-\d{1,4}\.(avif|webp|jpg)$/) })
/** Bytes that a form adds to its file. */
const formSize = 64 * 1024

/** The files of the pictures, for everyone. */
export const pictureFileRoutes = (media: Media) =>
  defineRoutes((server) => {
    server.get(
      '/media/:file',
      {
        config: { access: 'public' },
        schema: { hide: true, params: byFile },
      },
      async (request, reply) => {
        const [digest = '', width, extension] = request.params.file.split(/[-.]/)
        const type = pictureExtensions.find((one) => one === extension) ?? 'webp'
        const bytes = await media.readFile(digest, Number(width), type)
        if (!bytes) throw new Problem('not_found', 404)
        // Mails are read on the pages of others.
        if (type === 'jpg') reply.header('cross-origin-resource-policy', 'cross-origin')
        // The address contains the digest of the picture, so its file never changes.
        reply.header('cache-control', 'public, max-age=31536000, immutable')
        return reply.type(`image/${type === 'jpg' ? 'jpeg' : type}`).send(bytes)
      },
    )
  })

/** The pictures of the texts, for the team. */
export const pictureRoutes = (media: Media) =>
  defineRoutes((server) => {
    server.get(
      '/api/media',
      {
        config: { access: mediaPermissions.read },
        schema: {
          tags,
          operationId: 'listPictures',
          summary: 'Pictures for the texts, newest first',
          querystring: z.object({ search: text(200).default(''), ...pageQuery }),
          response: { 200: z.array(Picture) },
        },
      },
      async (request, reply) => {
        const { search, ...page } = request.query
        return pagedList(request, reply, await media.list(search, page))
      },
    )

    server.get(
      '/api/media/:id',
      {
        config: { access: mediaPermissions.read, refusals: { 404: ['picture_not_found'] } },
        schema: {
          tags,
          operationId: 'getPicture',
          summary: 'One picture',
          params: byId,
          response: { 200: Picture },
        },
      },
      (request) => media.get(request.params.id),
    )

    server.get(
      '/api/media/:id/uses',
      {
        config: { access: mediaPermissions.read, refusals: { 404: ['picture_not_found'] } },
        schema: {
          tags,
          operationId: 'listPictureUses',
          summary: 'The texts and campaigns that show a picture',
          params: byId,
          response: { 200: z.array(PictureUse) },
        },
      },
      (request) => media.listUses(request.params.id),
    )
  })

/** Changes of the pictures, for editors. */
export const pictureEditingRoutes = (media: Media) =>
  defineRoutes((server) => {
    server.patch(
      '/api/media/:id/alternatives',
      {
        config: {
          access: mediaPermissions.describe,
          languages: ({ body }) => languagesOf(body),
          refusals: { 404: ['picture_not_found'] },
        },
        schema: {
          tags,
          operationId: 'describePicture',
          summary:
            'Set the alternative texts of some languages that are proposed for a picture; an empty one is removed',
          params: byId,
          body: Alternatives,
          response: { 200: Picture },
        },
      },
      (request) => media.describe(request.params.id, request.body),
    )

    server.post(
      '/api/media/:id/replace',
      {
        config: { access: mediaPermissions.edit, refusals: { 404: ['picture_not_found'] } },
        schema: {
          tags,
          operationId: 'replacePicture',
          summary: 'Save drafts of the texts that show a picture, with another one in its place',
          params: byId,
          body: PictureReplacement,
          response: { 200: ReplacedPicture },
        },
      },
      (request, _reply, signedIn) => media.replace(request.params.id, request.body.by, signedIn.user.id),
    )

    server.delete(
      '/api/media/:id',
      {
        config: { access: mediaPermissions.edit, refusals: { 409: ['picture_used'] } },
        schema: {
          tags,
          operationId: 'deletePicture',
          summary: 'Delete a picture that no text and no campaign shows',
          params: byId,
          response: { 204: z.undefined() },
        },
      },
      async (request, reply) => {
        await media.remove(request.params.id)
        return reply.status(204).send()
      },
    )
  })

/** The upload of a picture, whose form may be larger than other bodies. */
export const pictureUploadRoutes = (media: Media) =>
  defineRoutes(async (server) => {
    await server.scope(async (uploads) => {
      uploads.instance.removeAllContentTypeParsers()
      await uploads.instance.register(multipart, {
        throwFileSizeLimit: false,
        limits: { files: 1, fileSize: pictureSizeLimit, fields: 4, fieldSize: 1000, parts: 5 },
      })
      uploads.post(
        '/api/media',
        {
          config: {
            access: mediaPermissions.edit,
            expects: 'multipart/form-data',
            bodySeconds: 10 * 60,
            refusals: {
              400: ['form_unreadable'],
              415: ['picture_type', 'picture_svg', 'picture_animated'],
              422: ['picture_broken'],
            },
          },
          schema: {
            tags,
            operationId: 'uploadPicture',
            summary: 'Upload a picture, in a form field "file"',
            consumes: ['multipart/form-data'],
            response: { 200: Picture, 201: Picture },
          },
        },
        async (request, reply, signedIn) => {
          const upload = await readUpload(request)
          const { picture, isNew } = await media.add(upload, signedIn.user.id)
          return reply.status(isNew ? 201 : 200).send(picture)
        },
      )
    })
  })

/** Reads the file of a form, up to the limit. */
async function readUpload(request: FastifyRequest) {
  const limit = pictureSizeLimit / 1024 / 1024
  const tooBig = new Problem('picture_too_big', 413, { params: { limit } })
  if (Number(request.headers['content-length'] ?? 0) > pictureSizeLimit + formSize) throw tooBig
  return readUploadedFile(request, tooBig)
}
