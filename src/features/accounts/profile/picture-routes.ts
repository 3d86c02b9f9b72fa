import multipart from '@fastify/multipart'
import { z } from 'zod'
import { Profile } from '#features/accounts/contract.ts'
import { accountPermissions } from '#features/accounts/permissions.ts'
import { defineRoutes } from '#http/routes.ts'
import { readUploadedFile } from '#http/uploaded-file.ts'
import { Problem } from '#shared/problem.ts'
import { ownPictureSizeLimit } from './contract.ts'
import type { OwnPictures } from './own-pictures.ts'
import type { Profiles } from './profiles.ts'

const tags = ['Own account']
const byFile = z.object({ file: z.string().regex(/^[0-9a-f]{64}-(96|256)\.webp$/) })
/** Bytes that a form adds to its file. */
const formSize = 64 * 1024

interface PictureRouteOptions {
  profiles: Profiles
  pictures: OwnPictures
}

/** The pictures of users, for whoever knows their address, and removing one's own. */
export const ownPictureRoutes = ({ profiles, pictures }: PictureRouteOptions) =>
  defineRoutes((server) => {
    server.get(
      '/media/team/:file',
      { config: { access: 'public' }, schema: { hide: true, params: byFile } },
      async (request, reply) => {
        const [digest = '', size] = request.params.file.split(/[-.]/)
        const bytes = await pictures.read(digest, Number(size))
        if (!bytes) throw new Problem('not_found', 404)
        // The address contains the digest of the picture, so its file never changes; no shared cache keeps it once it is removed.
        reply.header('cache-control', 'private, max-age=86400, immutable')
        return reply.type('image/webp').send(bytes)
      },
    )

    server.delete(
      '/api/auth/picture',
      {
        config: { access: accountPermissions.useOwn },
        schema: {
          tags,
          operationId: 'removeOwnPicture',
          summary: 'Remove one’s own picture',
          response: { 200: Profile },
        },
      },
      async (_request, _reply, signedIn) => {
        await pictures.remove(signedIn.user.id)
        return profiles.get(signedIn.user.id)
      },
    )
  })

/** The upload of one's own picture, whose form may be larger than other bodies. */
export const ownPictureUploadRoutes = ({ profiles, pictures }: PictureRouteOptions) =>
  defineRoutes(async (server) => {
    await server.scope(async (uploads) => {
      uploads.instance.removeAllContentTypeParsers()
      await uploads.instance.register(multipart, {
        throwFileSizeLimit: false,
        limits: { files: 1, fileSize: ownPictureSizeLimit, fields: 4, fieldSize: 1000, parts: 5 },
      })
      uploads.post(
        '/api/auth/picture',
        {
          config: {
            access: accountPermissions.useOwn,
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
            operationId: 'setOwnPicture',
            summary: 'Show a picture of oneself, in a form field "file"; its middle square is kept',
            consumes: ['multipart/form-data'],
            response: { 200: Profile },
          },
        },
        async (request, _reply, signedIn) => {
          const limit = ownPictureSizeLimit / 1024 / 1024
          const tooBig = new Problem('picture_too_big', 413, { params: { limit } })
          if (Number(request.headers['content-length'] ?? 0) > ownPictureSizeLimit + formSize) throw tooBig
          const { bytes } = await readUploadedFile(request, tooBig)
          await pictures.set(signedIn.user.id, bytes)
          return profiles.get(signedIn.user.id)
        },
      )
    })
  })
