import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { contentDisposition } from '#http/files/content-disposition.ts'
import { sendFile } from '#http/files/send-file.ts'
import { FileBytes, writtenAnswer } from '#http/openapi/written-answer.ts'
import { describeAction } from '#http/recorded-actions.ts'
import { defineRoutes } from '#http/routes.ts'
import type { Clock } from '#platform/clock.ts'
import { byId } from '#shared/parameters.ts'
import { Problem } from '#shared/problem.ts'
import { BackupLink } from './contract.ts'
import type { DownloadLinks } from './download-links.ts'
import { backupPermissions } from './permissions.ts'
import type { BackupService } from './service.ts'

const tags = ['Backups']
const types = { tar: 'application/x-tar', age: 'application/octet-stream' }

interface DownloadRouteOptions {
  service: Pick<BackupService, 'get' | 'locate'>
  links: DownloadLinks
  clock: Clock
}

/** Downloads of backups, whole or in parts. */
export const downloadRoutes = ({ service, links, clock }: DownloadRouteOptions) =>
  defineRoutes((server) => {
    server.get(
      '/api/backups/:id/download',
      {
        config: { access: backupPermissions.download },
        schema: {
          tags,
          operationId: 'downloadBackup',
          summary: 'Download a backup, or the part of it that a Range header asks for',
          params: byId,
          response: writtenAnswer(FileBytes, types.tar, types.age),
        },
      },
      async (request, reply) => {
        describeAction(request, { backup: request.params.id })
        return send(request, reply, request.params.id)
      },
    )
    server.post(
      '/api/backups/:id/link',
      {
        config: { access: backupPermissions.download },
        schema: {
          tags,
          operationId: 'linkBackup',
          summary: 'Make a link with which anyone can begin to download a backup within a minute',
          params: byId,
          response: { 200: BackupLink },
        },
      },
      async (request) => {
        const { id } = request.params
        describeAction(request, { backup: id })
        await service.get(id)
        return { url: links.make(id, clock.now()) }
      },
    )
    server.get(
      '/backups/files/:token',
      {
        config: { access: 'public' },
        schema: { hide: true, params: z.object({ token: z.string().max(200) }) },
      },
      async (request, reply) => {
        const id = links.find(request.params.token, clock.now())
        if (id === undefined) throw new Problem('not_found', 404)
        return send(request, reply, id)
      },
    )

    async function send(request: FastifyRequest, reply: FastifyReply, id: string) {
      const { file, isEncrypted, open, size, modifiedAt } = await service.locate(id)
      reply.headers({
        'content-disposition': contentDisposition('attachment', file.replace(/\.age$/, '.tar.age')),
        'cache-control': 'private, no-store',
        'x-robots-tag': 'noindex',
      })
      const type = isEncrypted ? types.age : types.tar
      return sendFile(request, reply, { ...{ size, modifiedAt, type, open }, etag: `"${file}"` })
    }
  })
