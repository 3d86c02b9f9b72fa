import { z } from 'zod'
import { pagedList } from '#http/paging.ts'
import { defineRoutes } from '#http/routes.ts'
import { BadgeType } from '#shared/badge-types.ts'
import { languages } from '#shared/languages.ts'
import type { BulkAwards } from './bulk.ts'
import {
  Award,
  AwardedBadge,
  AwardedBadgeQuery,
  Badge,
  BadgeDescription,
  BadgeText,
  BadgeTypesQuery,
  BulkAward,
  BulkAwardProgress,
  Revocation,
  SigningKey,
} from './contract.ts'
import { badgePermissions } from './permissions.ts'
import type { BadgePublication } from './publication.ts'
import type { Badges } from './service.ts'
import type { BadgeTexts } from './texts.ts'

const tags = ['badges']
const byId = z.object({ id: z.uuid() })
const byText = z.object({ type: BadgeType, language: z.enum(languages) })

interface BadgeRouteOptions {
  badges: Badges
  bulk: BulkAwards
  texts: BadgeTexts
  publication: BadgePublication
}

/** Badges for the team: awarding, revoking, texts and keys. */
export const badgeRoutes = ({ badges, bulk, texts, publication }: BadgeRouteOptions) =>
  defineRoutes((server) => {
    server.post(
      '/api/badges',
      {
        config: { access: badgePermissions.award },
        schema: { tags, summary: 'Give a lead a badge', body: Award, response: { 201: Badge } },
      },
      async (request, reply, signedIn) =>
        reply.status(201).send(await badges.award(request.body, signedIn.user.id)),
    )

    server.get(
      '/api/badges',
      {
        config: { access: badgePermissions.read },
        schema: {
          tags,
          summary: 'Awarded badges, newest first',
          querystring: AwardedBadgeQuery,
          response: { 200: z.array(AwardedBadge) },
        },
      },
      async (request, reply) => pagedList(request, reply, await badges.list(request.query)),
    )

    server.get(
      '/api/leads/:id/badges',
      {
        config: { access: badgePermissions.read },
        schema: {
          tags,
          summary: 'All badges that a lead was ever awarded, newest first',
          params: byId,
          response: { 200: z.array(Badge) },
        },
      },
      async (request) => badges.listOfLead(request.params.id),
    )

    server.post(
      '/api/badges/:id/revoke',
      {
        config: { access: badgePermissions.revoke },
        schema: {
          tags,
          summary: 'Take a badge back; the reason is public',
          params: byId,
          body: Revocation,
          response: { 200: Badge },
        },
      },
      async (request, _reply, signedIn) =>
        badges.revoke(request.params.id, request.body.reason, signedIn.user.id),
    )

    server.post(
      '/api/badges/bulk',
      {
        config: { access: badgePermissions.award },
        // Room for five thousand ids.
        bodyLimit: 256 * 1024,
        schema: {
          tags,
          summary: 'Give many leads a badge; done bit by bit from now on',
          body: BulkAward,
          response: { 202: BulkAwardProgress },
        },
      },
      async (request, reply, signedIn) =>
        reply.status(202).send(await bulk.order(request.body, signedIn.user.id)),
    )

    server.get(
      '/api/badges/bulk/:id',
      {
        config: { access: badgePermissions.read },
        schema: {
          tags,
          summary: 'How far a bulk award has come',
          params: byId,
          response: { 200: BulkAwardProgress },
        },
      },
      async (request) => bulk.get(request.params.id),
    )

    server.post(
      '/api/badges/bulk/:id/stop',
      {
        config: { access: badgePermissions.award },
        schema: {
          tags,
          summary: 'Stop a bulk award: what is done stays, the rest does not happen',
          params: byId,
          response: { 200: BulkAwardProgress },
        },
      },
      async (request) => bulk.stop(request.params.id),
    )

    server.get(
      '/api/badges/types',
      {
        config: { access: badgePermissions.read },
        schema: {
          tags,
          summary: 'The badges: name, description, criteria, icon, and how many hold each',
          querystring: BadgeTypesQuery,
          response: { 200: z.array(BadgeDescription) },
        },
      },
      async (request) => texts.describeAll(request.query.language ?? request.language),
    )

    const textAddress = '/api/badges/types/:type/texts/:language'
    server.put(
      textAddress,
      {
        config: { access: badgePermissions.editTexts },
        schema: {
          tags,
          summary: 'Say in your own words what a badge is for; awards made before keep theirs',
          params: byText,
          body: BadgeText,
          response: { 200: BadgeDescription },
        },
      },
      async (request, _reply, signedIn) => {
        const { type, language } = request.params
        return texts.save(type, language, request.body, signedIn.user.id)
      },
    )

    server.delete(
      textAddress,
      {
        config: { access: badgePermissions.editTexts },
        schema: {
          tags,
          summary: 'Go back to the built-in words',
          params: byText,
          response: { 200: BadgeDescription },
        },
      },
      async (request) => texts.reset(request.params.type, request.params.language),
    )

    server.get(
      '/api/badges/keys',
      {
        config: { access: badgePermissions.readKeys },
        schema: {
          tags,
          summary: 'The keys that credentials were ever signed with, the oldest first',
          response: { 200: z.array(SigningKey) },
        },
      },
      async () => publication.listKeys(),
    )

    server.post(
      '/api/badges/keys/rotate',
      {
        config: { access: badgePermissions.rotateKeys },
        schema: {
          tags,
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
