import { z } from 'zod'
import { pagedList } from '#http/paging.ts'
import { describeAction } from '#http/recorded-actions.ts'
import { defineRoutes } from '#http/routes.ts'
import { byId } from '#shared/parameters.ts'
import { Backup, BackupDetails, BackupQuery, BackupSummary } from './contract.ts'
import { backupPermissions } from './permissions.ts'
import type { BackupService } from './service.ts'

const tags = ['Backups']

/** What admins see of backups. */
export const backupRoutes = ({ service }: { service: BackupService }) =>
  defineRoutes((server) => {
    server.get(
      '/api/backups',
      {
        config: { access: backupPermissions.read },
        schema: {
          tags,
          operationId: 'listBackups',
          summary: 'List backups, also those that failed, the latest first',
          querystring: BackupQuery,
          response: { 200: z.array(Backup) },
        },
      },
      async (request, reply) => pagedList(request, reply, await service.list(request.query)),
    )
    server.get(
      '/api/backups/summary',
      {
        config: { access: backupPermissions.read },
        schema: {
          tags,
          operationId: 'summarizeBackups',
          summary: 'Whether the installation can be restored, and when the next backup is made',
          response: { 200: BackupSummary },
        },
      },
      () => service.summarize(),
    )
    server.get(
      '/api/backups/:id',
      {
        config: { access: backupPermissions.read },
        schema: {
          tags,
          operationId: 'getBackup',
          summary: 'Read what is in a backup',
          params: byId,
          response: { 200: BackupDetails },
        },
      },
      (request) => service.get(request.params.id),
    )
  })

/** What admins do with backups. */
export const backupChangeRoutes = ({ service }: { service: BackupService }) =>
  defineRoutes((server) => {
    server.post(
      '/api/backups',
      {
        config: { access: backupPermissions.make, refusals: { 409: ['backup_running'] } },
        schema: {
          tags,
          operationId: 'makeBackup',
          summary: 'Make a backup now',
          description:
            'Answers at once; the backup is `waiting`, `writing`, `proving` and then `done` or `failed`.',
          response: { 202: BackupDetails },
        },
      },
      async (_request, reply) => reply.status(202).send(await service.begin()),
    )
    server.post(
      '/api/backups/:id/cancel',
      {
        config: { access: backupPermissions.cancel, refusals: { 409: ['backup_ended'] } },
        schema: {
          tags,
          operationId: 'cancelBackup',
          summary: 'End a backup that is being made',
          params: byId,
          response: { 204: z.void() },
        },
      },
      async (request, reply) => {
        await service.cancel(request.params.id)
        return reply.status(204).send()
      },
    )
    server.delete(
      '/api/backups/:id',
      {
        config: { access: backupPermissions.delete, refusals: { 409: ['backup_needed'] } },
        schema: {
          tags,
          operationId: 'deleteBackup',
          summary: 'Delete a backup at all its places; never the last one that is proven',
          params: byId,
          response: { 204: z.void() },
        },
      },
      async (request, reply) => {
        describeAction(request, { backup: request.params.id })
        await service.remove(request.params.id)
        return reply.status(204).send()
      },
    )
  })
