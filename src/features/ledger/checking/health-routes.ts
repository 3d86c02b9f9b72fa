import type { Anchoring } from '#features/ledger/anchoring/anchoring.ts'
import { LedgerHealth } from '#features/ledger/contract.ts'
import { ledgerPermissions } from '#features/ledger/permissions.ts'
import { createHeadStore } from '#features/ledger/reading/head-store.ts'
import { defineRoutes } from '#http/routes.ts'
import type { Database } from '#platform/postgres.ts'
import type { KeyRing } from '#platform/secrets/key-ring.ts'
import { Problem } from '#shared/problem.ts'

const tags = ['Ledger keys']

interface HealthRouteOptions {
  db: Database
  keys: Pick<KeyRing, 'list' | 'rotate' | 'fixedId'>
  /** Undefined while no chain is configured. */
  anchoring: Pick<Anchoring, 'readHealth' | 'anchorNow'> | undefined
}

/** Whether the ledger is well, its keys, and its anchors. */
export const healthRoutes = ({ db, keys, anchoring }: HealthRouteOptions) =>
  defineRoutes((server) => {
    const store = createHeadStore(db)

    async function readHealth(): Promise<LedgerHealth> {
      const [head, waiting, checkpoint, known, anchored] = await Promise.all([
        store.getHead(),
        store.countQueued(),
        store.findCheckpoint(),
        keys.list(),
        anchoring?.readHealth(),
      ])
      return {
        ...{ size: head.size, waiting, checked_to: head.checkedTo, broken_at: head.brokenAt },
        checkpoint_at: checkpoint?.at.toISOString() ?? null,
        checked_at: head.checkedAt?.toISOString() ?? null,
        keys: known.map(({ id, createdAt, retiredAt }) => ({
          ...{ id, created_at: createdAt.toISOString(), retired_at: retiredAt?.toISOString() ?? null },
          is_fixed: id === keys.fixedId,
        })),
        anchoring: anchored ?? null,
      }
    }

    server.get(
      '/api/ledger/health',
      {
        config: { access: ledgerPermissions.readHealth },
        schema: {
          tags,
          operationId: 'getLedgerHealth',
          summary: 'Whether the ledger is whole, and what waits to be added',
          response: { 200: LedgerHealth },
        },
      },
      readHealth,
    )

    server.post(
      '/api/ledger/keys/rotate',
      {
        config: { access: ledgerPermissions.rotateKeys, refusals: { 409: ['key_fixed'] } },
        schema: {
          tags,
          operationId: 'rotateLedgerKeys',
          summary: 'Sign checkpoints with a new key from now on; what was signed stays valid',
          response: { 201: LedgerHealth },
        },
      },
      async (_request, reply) => {
        await keys.rotate()
        return reply.status(201).send(await readHealth())
      },
    )

    server.post(
      '/api/ledger/anchors',
      {
        config: {
          access: ledgerPermissions.anchor,
          refusals: { 409: ['anchoring_off', 'anchor_pending', 'anchor_current'] },
        },
        schema: {
          tags,
          operationId: 'anchorLedger',
          summary: 'Write the newest checkpoint to the public chain as soon as possible',
          response: { 202: LedgerHealth },
        },
      },
      async (_request, reply) => {
        if (!anchoring) throw new Problem('anchoring_off', 409)
        await anchoring.anchorNow()
        return reply.status(202).send(await readHealth())
      },
    )
  })
