import { z } from 'zod'
import { contentDisposition } from '#http/files/content-disposition.ts'
import { sendFile } from '#http/files/send-file.ts'
import { defineRoutes } from '#http/routes.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { Problem } from '#shared/problem.ts'
import type { SocialFiles } from './files.ts'

interface FileRouteOptions {
  socialFiles: SocialFiles
  files: FileStore
}

/** Files of posts, at links that only this installation makes. */
export const linkedFileRoutes = ({ socialFiles, files }: FileRouteOptions) =>
  defineRoutes((server) => {
    server.get(
      '/social/files/:token',
      {
        config: { access: 'public' },
        schema: { hide: true, params: z.object({ token: z.string().max(200) }) },
      },
      async (request, reply) => {
        const { row, path, type } = await socialFiles.open(request.params.token)
        const facts = await files.find(path)
        if (!facts) throw new Problem('not_found', 404)
        reply.headers({
          'content-disposition': contentDisposition('inline', row.name),
          // Platforms and their pages fetch it.
          'cross-origin-resource-policy': 'cross-origin',
          'cache-control': 'private, max-age=21600, immutable',
          'x-robots-tag': 'noindex',
        })
        return sendFile(request, reply, {
          ...{ ...facts, type },
          etag: `"${path}"`,
          open: (range) => files.open(path, range),
        })
      },
    )
  })
