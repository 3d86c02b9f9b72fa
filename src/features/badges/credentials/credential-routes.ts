import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  AchievementDocument,
  DidDocument,
  StatusList,
  VerifiableCredential,
} from '#features/badges/contract.ts'
import type { BadgePublication } from '#features/badges/publication.ts'
import type { Badges } from '#features/badges/service.ts'
import { answerOfCredential, sendCredential } from '#http/files/credential-file.ts'
import { FileBytes, writtenAnswer } from '#http/openapi/written-answer.ts'
import { defineRoutes } from '#http/routes.ts'
import { openToAnyOrigin } from '#http/security-headers.ts'
import { BadgeType } from '#shared/badge-types.ts'
import { languages } from '#shared/languages.ts'
import { byId } from '#shared/parameters.ts'
import { bakePng, bakeSvg } from './baking.ts'

const config = { access: 'public', rateLimit: 'file' } as const
const tags = ['Verification']
interface CredentialRouteOptions {
  badges: Pick<Badges, 'getCredential'>
  publication: BadgePublication
}

/** The issuer's keys, credentials and status lists, for verifiers on any origin. */
export const credentialRoutes = ({ badges, publication }: CredentialRouteOptions) =>
  defineRoutes((server) => {
    server.get(
      '/.well-known/did.json',
      {
        config,
        schema: {
          tags,
          operationId: 'getDidDocument',
          summary: 'The keys that sign our credentials (did:web)',
          response: writtenAnswer(DidDocument, 'application/json'),
        },
      },
      async (_request, reply) => {
        prepare(reply, 'application/json; charset=utf-8')
        return reply.send(JSON.stringify(await publication.getDidDocument()))
      },
    )

    server.get(
      '/credentials/:id.json',
      {
        config: { ...config, refusals: { 410: ['gone'] } },
        schema: {
          tags,
          operationId: 'getCredential',
          summary: 'A badge as a signed credential (Open Badges 3.0)',
          params: byId,
          response: answerOfCredential(VerifiableCredential),
        },
      },
      async (request, reply) => {
        const { credential } = await badges.getCredential(request.params.id)
        return sendOpenly(request, reply, credential)
      },
    )

    server.get(
      '/credentials/status/:list',
      {
        config,
        schema: {
          tags,
          operationId: 'getStatusList',
          summary: 'Which credentials are revoked, as a signed list of bits',
          params: z.object({
            list: z
              .string()
              .regex(/^[1-9]\d{0,4}$/)
              .meta({ examples: ['1'] })
              .transform(Number),
          }),
          response: answerOfCredential(StatusList),
        },
      },
      async (request, reply) => {
        const list = await publication.getStatusList(request.params.list)
        return sendOpenly(request, reply, list)
      },
    )
  })

/** Badges as pictures that contain their credentials. */
export const badgePictureRoutes = ({ badges, publication }: CredentialRouteOptions) =>
  defineRoutes((server) => {
    server.get(
      '/credentials/:id/badge.png',
      {
        config: { ...config, refusals: { 410: ['gone'] } },
        schema: {
          tags,
          operationId: 'getBadgePng',
          summary: 'A badge as a PNG that contains its credential',
          params: byId,
          response: writtenAnswer(FileBytes, 'image/png'),
        },
      },
      async (request, reply) => {
        const { type, credential } = await badges.getCredential(request.params.id)
        const { png } = await publication.getSeal(type)
        prepare(reply, 'image/png')
        return bakePng(png, credential)
      },
    )

    server.get(
      '/credentials/:id/badge.svg',
      {
        config: { ...config, refusals: { 410: ['gone'] } },
        schema: {
          tags,
          operationId: 'getBadgeSvg',
          summary: 'A badge as an SVG that contains its credential',
          params: byId,
          response: writtenAnswer(FileBytes, 'image/svg+xml'),
        },
      },
      async (request, reply) => {
        const { type, credential } = await badges.getCredential(request.params.id)
        const { svg } = await publication.getSeal(type)
        prepare(reply, 'image/svg+xml; charset=utf-8')
        return bakeSvg(svg, credential)
      },
    )
  })

/** The achievements and pictures that credentials refer to, for any origin. */
export const achievementRoutes = ({ publication }: Pick<CredentialRouteOptions, 'publication'>) =>
  defineRoutes((server) => {
    server.get(
      '/credentials/achievements/:type/:language',
      {
        config,
        schema: {
          tags,
          operationId: 'getAchievement',
          summary: 'What a badge is awarded for, in one language',
          params: z.object({ type: BadgeType, language: z.enum(languages) }),
          response: writtenAnswer(AchievementDocument, 'application/ld+json'),
        },
      },
      async (request, reply) => {
        prepare(reply, 'application/ld+json; charset=utf-8')
        const { type, language } = request.params
        return reply.send(JSON.stringify(await publication.getAchievement(type, language)))
      },
    )

    server.get(
      '/credentials/seals/:type.:format',
      {
        config,
        schema: {
          tags,
          operationId: 'getSeal',
          summary: 'The picture of a badge, without a holder',
          params: z.object({ type: BadgeType, format: z.enum(['svg', 'png']) }),
          response: writtenAnswer(FileBytes, 'image/svg+xml', 'image/png'),
        },
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

function prepare(reply: FastifyReply, type: string): void {
  reply.headers({ ...openToAnyOrigin, 'content-type': type })
}

function sendOpenly(request: FastifyRequest, reply: FastifyReply, credential: object): FastifyReply {
  return sendCredential(request, reply.headers(openToAnyOrigin), credential)
}
