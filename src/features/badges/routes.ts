import { z } from 'zod'
import { pagedList } from '#http/paging.ts'
import { defineRoutes } from '#http/routes.ts'
import { byId } from '#shared/parameters.ts'
import type { BulkAwards } from './bulk.ts'
import {
  Award,
  AwardedBadge,
  AwardedBadgeQuery,
  Badge,
  BulkAward,
  BulkAwardProgress,
  Revocation,
} from './contract.ts'
import { badgePermissions } from './permissions.ts'
import type { Badges } from './service.ts'

const tags = ['Badges']

/** Awarding, listing and revoking badges. */
export const awardRoutes = ({ badges }: { badges: Badges }) =>
  defineRoutes((server) => {
    server.post(
      '/api/badges',
      {
        config: {
          access: badgePermissions.award,
          refusals: { 404: ['lead_not_found'], 409: ['badge_held'] },
        },
        schema: {
          tags,
          operationId: 'awardBadge',
          summary: 'Give a lead a badge',
          body: Award,
          response: { 201: Badge },
        },
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
          operationId: 'listAwardedBadges',
          summary: 'Awarded badges, newest first, of all or of the holders that a search finds',
          querystring: AwardedBadgeQuery,
          response: { 200: z.array(AwardedBadge) },
        },
      },
      async (request, reply, signedIn) =>
        pagedList(request, reply, await badges.list(request.query, signedIn.user)),
    )

    server.get(
      '/api/leads/:id/badges',
      {
        config: { access: badgePermissions.read },
        schema: {
          tags,
          operationId: 'listBadgesOfEarlyAdopter',
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
        config: { access: badgePermissions.revoke, refusals: { 409: ['badge_not_held'] } },
        schema: {
          tags,
          operationId: 'revokeBadge',
          summary: 'Take a badge back; the reason is public',
          params: byId,
          body: Revocation,
          response: { 200: Badge },
        },
      },
      async (request, _reply, signedIn) =>
        badges.revoke(request.params.id, request.body.reason, signedIn.user.id),
    )
  })

/** Awarding a badge to many leads. */
export const bulkAwardRoutes = ({ bulk }: { bulk: BulkAwards }) =>
  defineRoutes((server) => {
    server.post(
      '/api/badges/bulk',
      {
        config: { access: badgePermissions.award },
        // Room for five thousand ids.
        bodyLimit: 256 * 1024,
        schema: {
          tags,
          operationId: 'startBulkAward',
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
          operationId: 'getBulkAward',
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
          operationId: 'stopBulkAward',
          summary: 'Stop a bulk award: what is done stays, the rest does not happen',
          params: byId,
          response: { 200: BulkAwardProgress },
        },
      },
      async (request) => bulk.stop(request.params.id),
    )
  })
