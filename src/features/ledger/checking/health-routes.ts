import { LedgerHealth } from '#features/ledger/contract.ts'
import { ledgerPermissions } from '#features/ledger/permissions.ts'
import { createHeadStore } from '#features/ledger/reading/head-store.ts'
import { defineRoutes } from '#http/routes.ts'
import type { Database } from '#platform/postgres.ts'
import type { KeyRing } from '#platform/secrets/key-ring.ts'

const tags = ['Ledger keys']

interface HealthRouteOptions {
  db: Database
  keys: Pick<KeyRing, 'list' | 'rotate' | 'fixedId'>
}

/** Whether the ledger is well, and its keys. */
export const healthRoutes = ({ db, keys }: HealthRouteOptions) =>
  defineRoutes((server) => {
    const store = createHeadStore(db)

    async function readHealth(): Promise<LedgerHealth> {
      const [head, waiting, checkpoint, known] = await Promise.all([
        store.getHead(),
        store.countQueued(),
        store.findCheckpoint(),
        keys.list(),
      ])
      return {
        ...{ size: head.size, waiting, checked_to: head.checkedTo, broken_at: head.brokenAt },
        checkpoint_at: checkpoint?.at.toISOString() ?? null,
        checked_at: head.checkedAt?.toISOString() ?? null,
        keys: known.map(({ id, createdAt, retiredAt }) => ({
          ...{ id, created_at: createdAt.toISOString(), retired_at: retiredAt?.toISOString() ?? null },
          is_fixed: id === keys.fixedId,
        })),
        anchoring: null,
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
  })
