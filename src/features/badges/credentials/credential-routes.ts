import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { BadgePublication } from '#features/badges/publication.ts'
import type { Badges } from '#features/badges/service.ts'
import { defineRoutes } from '#http/routes.ts'
import { BadgeType } from '#shared/badge-types.ts'
import { languages } from '#shared/languages.ts'
import { byId } from '#shared/parameters.ts'
import { bakePng, bakeSvg } from './baking.ts'

const hidden = { config: { access: 'public', rateLimit: 'file' }, schema: { hide: true } } as const
/** The media types of a credential, the newest first; JSON for everybody else. */
const credentialTypes = ['application/vc', 'application/vc+ld+json', 'application/ld+json']

interface CredentialRouteOptions {
  badges: Pick<Badges, 'getCredential'>
  publication: BadgePublication
}

/** The issuer's keys, credentials and status lists, for verifiers on any origin. */
export const credentialRoutes = ({ badges, publication }: CredentialRouteOptions) =>
  defineRoutes((server) => {
    server.get('/.well-known/did.json', hidden, async (_request, reply) => {
      prepare(reply, 'application/json; charset=utf-8')
      return publication.getDidDocument()
    })

    server.get(
      '/credentials/:id.json',
      { ...hidden, schema: { hide: true, params: byId } },
      async (request, reply) => {
        const { credential } = await badges.getCredential(request.params.id)
        return sendCredential(request, reply, credential)
      },
    )

    server.get(
      '/credentials/:id/badge.png',
      { ...hidden, schema: { hide: true, params: byId } },
      async (request, reply) => {
        const { type, credential } = await badges.getCredential(request.params.id)
        const { png } = await publication.getSeal(type)
        prepare(reply, 'image/png')
        return bakePng(png, credential)
      },
    )

    server.get(
      '/credentials/:id/badge.svg',
      { ...hidden, schema: { hide: true, params: byId } },
      async (request, reply) => {
        const { type, credential } = await badges.getCredential(request.params.id)
        const { svg } = await publication.getSeal(type)
        prepare(reply, 'image/svg+xml; charset=utf-8')
        return bakeSvg(svg, credential)
      },
    )

    server.get(
      '/credentials/status/:list',
      {
        ...hidden,
        schema: {
          hide: true,
          params: z.object({
            list: z
              .string()
              .regex(/^[1-9]\d{0,4}$/)
              .transform(Number),
          }),
        },
      },
      async (request, reply) => {
        const list = await publication.getStatusList(request.params.list)
        return sendCredential(request, reply, list)
      },
    )
  })

/** The achievements and pictures that credentials refer to, for any origin. */
export const achievementRoutes = ({ publication }: Pick<CredentialRouteOptions, 'publication'>) =>
  defineRoutes((server) => {
    server.get(
      '/credentials/achievements/:type/:language',
      {
        ...hidden,
        schema: { hide: true, params: z.object({ type: BadgeType, language: z.enum(languages) }) },
      },
      async (request, reply) => {
        prepare(reply, 'application/ld+json; charset=utf-8')
        return publication.getAchievement(request.params.type, request.params.language)
      },
    )

    server.get(
      '/credentials/seals/:type.:format',
      {
        ...hidden,
        schema: { hide: true, params: z.object({ type: BadgeType, format: z.enum(['svg', 'png']) }) },
      },
      async (request, reply) => {
        const { type, format } = request.params
        const seal = await publication.getSeal(type)
        prepare(reply, format === 'svg' ? 'image/svg+xml; charset=utf-8' : 'image/png')
        reply.header('cache-control', 'public, max-age=86400')
        return format === 'svg' ? seal.svg : Buffer.from(seal.png)
      },
    )
  })

/** The headers with which any origin may read something; caches must revalidate it. */
export const openToAnyOrigin = {
  'cache-control': 'no-cache',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-robots-tag': 'noindex',
}

function prepare(reply: FastifyReply, type: string): void {
  reply.headers({ ...openToAnyOrigin, 'content-type': type })
}

function sendCredential(request: FastifyRequest, reply: FastifyReply, credential: object): FastifyReply {
  const { accept = '' } = request.headers
  const type = credentialTypes.find((one) => accept.split(/[,;\s]+/).includes(one)) ?? 'application/json'
  prepare(reply, type)
  // Serialized here, because Fastify does so only for the type `application/json`.
  return reply.header('vary', 'accept').send(JSON.stringify(credential))
}
