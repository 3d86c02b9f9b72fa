import { z } from 'zod'
import { backupPermissions } from '#features/backups/permissions.ts'
import type { BackupStock } from '#features/backups/stock.ts'
import { describeAction } from '#http/recorded-actions.ts'
import { defineRoutes } from '#http/routes.ts'
import type { Clock } from '#platform/clock.ts'
import { byId } from '#shared/parameters.ts'
import { Problem } from '#shared/problem.ts'
import { Restore, RestoreProgress, RestoreRequest } from './contract.ts'
import type { Restoring } from './restoring.ts'
import type { RestoreRow } from './store.ts'

const tags = ['Backups']
// How long anyone is told how a restore has ended, in milliseconds.
const toldFor = 15 * 60_000
const listed = 20

interface RestoreRouteOptions {
  restoring: Pick<Restoring, 'start' | 'store'>
  stock: BackupStock
  siteName(): string
  /** Whether this process answers no visitors yet. */
  isClosed(): boolean
  clock: Clock
}

/** Restoring a backup. */
export const restoreRoutes = ({
  restoring,
  stock,
  siteName,
}: Pick<RestoreRouteOptions, 'restoring' | 'stock' | 'siteName'>) =>
  defineRoutes((server) => {
    server.post(
      '/api/backups/:id/restore',
      {
        config: {
          access: backupPermissions.restore,
          refusals: { 404: ['backup_not_found'], 409: ['restore_running'], 422: ['validation_failed'] },
        },
        schema: {
          tags,
          operationId: 'restoreBackup',
          summary: 'Replace all data by that of a backup',
          description:
            'It goes on after the answer: the backup is checked, one of the present state is made, and then the site is closed for a moment. All sessions end. Whatever fails, nothing is changed.',
          params: byId,
          body: RestoreRequest,
          response: { 202: RestoreProgress },
        },
      },
      async (request, reply, { user }) => {
        const { site_name, send_again, identity } = request.body
        const { id } = request.params
        if (site_name.trim() !== siteName().trim()) throw refuseField('site_name', 'site_name_differs')
        const backup = await stock.find(id)
        if (!backup?.copies.some(({ state }) => state === 'written'))
          throw new Problem('backup_not_found', 404)
        if (backup.is_encrypted && !identity) throw refuseField('identity', 'required')
        const started = await restoring.start({
          open: () => stock.open(id),
          hold: (seconds) => stock.hold(id, seconds),
          size: backup.size,
          backupId: id,
          userId: user.id,
          identity: backup.is_encrypted ? identity : undefined,
          sendsAgain: send_again,
          replacesData: true,
        })
        if (!started) throw new Problem('restore_running', 409)
        // Its failure is told by its row.
        started.done.catch(() => {})
        describeAction(request, { backup: id, restore: started.id })
        return reply.status(202).send({ id: started.id, state: 'running', step: 'checking', share: 0 })
      },
    )
  })

/** How far a restore is, and how those before have ended. */
export const restoreProgressRoutes = ({
  restoring,
  clock,
  isClosed,
}: Pick<RestoreRouteOptions, 'restoring' | 'clock' | 'isClosed'>) =>
  defineRoutes((server) => {
    server.get(
      '/api/restores/current',
      {
        // Whoever waits for it is signed out by it, and it is asked for every second.
        config: {
          access: 'public',
          isInMaintenance: true,
          rateLimit: 'own',
          refusals: { 404: ['not_found'] },
        },
        schema: {
          tags: ['Maintenance'],
          operationId: 'getCurrentRestore',
          summary: 'How far the running restore is, or how the last one has just ended',
          response: { 200: RestoreProgress },
        },
        logLevel: 'warn',
      },
      async (_request, reply) => {
        const last = await findLast(restoring.store)
        const isOver = last?.finishedAt && clock.now().getTime() - last.finishedAt.getTime() > toldFor
        if (!last || isOver) throw new Problem('not_found', 404)
        reply.header('cache-control', 'no-store')
        const { id, step, share } = last
        // Whoever is told that it is done signs in.
        const state = last.state === 'done' && isClosed() ? 'running' : last.state
        return { id, state, step, share }
      },
    )

    server.get(
      '/api/restores',
      {
        config: { access: backupPermissions.read },
        schema: {
          tags,
          operationId: 'listRestores',
          summary: 'The last restores, and why those that failed did so',
          response: { 200: z.array(Restore) },
        },
      },
      async () => {
        const isRunning = await restoring.store.isRunning()
        const rows = await restoring.store.list(listed)
        return rows.map((row) => describe(settle(row, isRunning)))
      },
    )
  })

function refuseField(field: string, code: string): Problem {
  return new Problem('validation_failed', 422, { fields: [{ field, code }] })
}

async function findLast(store: Restoring['store']): Promise<RestoreRow | undefined> {
  const last = await store.findLast()
  if (last?.state !== 'running' || (await store.isRunning())) return last
  // It may have ended between the two questions.
  const again = await store.findLast()
  return again && settle(again, false)
}

/** A restore whose process has ended has failed, whether or not anyone has noted that. */
function settle(row: RestoreRow, isRunning: boolean): RestoreRow {
  return row.state === 'running' && !isRunning ? { ...row, state: 'failed', failure: 'interrupted' } : row
}

function describe(row: RestoreRow): Restore {
  return {
    ...{ id: row.id, state: row.state, step: row.step, share: row.share },
    backup_id: row.backupId,
    undo_id: row.undoId,
    sends_again: row.sendsAgain,
    taken_at: row.takenAt?.toISOString() ?? null,
    started_at: row.startedAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
    failure: row.failure,
    failure_detail: row.failureDetail,
  }
}
