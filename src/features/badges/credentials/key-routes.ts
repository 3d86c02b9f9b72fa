import { z } from 'zod'
import { SigningKey } from '#features/badges/contract.ts'
import { badgePermissions } from '#features/badges/permissions.ts'
import type { BadgePublication } from '#features/badges/publication.ts'
import { defineRoutes } from '#http/routes.ts'

const tags = ['Badges']

interface SigningKeyRouteOptions {
  publication: Pick<BadgePublication, 'listKeys' | 'rotateKeys'>
}

/** The keys that sign credentials. */
export const signingKeyRoutes = ({ publication }: SigningKeyRouteOptions) =>
  defineRoutes((server) => {
    server.get(
      '/api/badges/keys',
      {
        config: { access: badgePermissions.readKeys },
        schema: {
          tags,
          operationId: 'listSigningKeys',
          summary: 'The keys that credentials were ever signed with, the oldest first',
          response: { 200: z.array(SigningKey) },
        },
      },
      async () => publication.listKeys(),
    )

    server.post(
      '/api/badges/keys/rotate',
      {
        config: { access: badgePermissions.rotateKeys, refusals: { 409: ['key_fixed'] } },
        schema: {
          tags,
          operationId: 'rotateSigningKeys',
          summary: 'Sign with a new key from now on; what was signed stays valid',
          response: { 201: z.array(SigningKey) },
        },
      },
      async (_request, reply) => {
        await publication.rotateKeys()
        return reply.status(201).send(await publication.listKeys())
      },
    )
  })
