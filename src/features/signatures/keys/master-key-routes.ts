import { MasterKeyState } from '#features/signatures/contract.ts'
import { signaturePermissions } from '#features/signatures/permissions.ts'
import { defineRoutes } from '#http/routes.ts'
import type { MasterKeys } from './master-keys.ts'

const tags = ['Signatures']

/** The master key that the keys of signatures are derived from. */
export const masterKeyRoutes = ({ masterKeys }: { masterKeys: Pick<MasterKeys, 'describe' | 'rotate'> }) =>
  defineRoutes((server) => {
    server.get(
      '/api/signatures/master-key',
      {
        config: { access: signaturePermissions.readMasterKey },
        schema: {
          tags,
          operationId: 'getMasterKey',
          summary: 'The state of the master key, never the key itself',
          response: { 200: MasterKeyState },
        },
      },
      async () => masterKeys.describe(),
    )

    server.post(
      '/api/signatures/master-key/rotate',
      {
        config: { access: signaturePermissions.rotateMasterKey, refusals: { 409: ['master_key_fixed'] } },
        schema: {
          tags,
          operationId: 'rotateMasterKey',
          summary: 'Derive the keys of new signatures from a new master key; what was signed stays valid',
          response: { 201: MasterKeyState },
        },
      },
      async (_request, reply) => reply.status(201).send(await masterKeys.rotate()),
    )
  })
