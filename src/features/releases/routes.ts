import { z } from 'zod'
import { pagedList } from '#http/paging.ts'
import { defineRoutes } from '#http/routes.ts'
import {
  Release,
  ReleaseChange,
  ReleaseDraft,
  ReleaseQuery,
  ReleaseRollBack,
  ReleaseSchedule,
} from './contract.ts'
import { releasePermissions } from './permissions.ts'
import type { ReleasePublishing } from './publishing.ts'
import type { Releases } from './service.ts'

const tags = ['releases']
const byId = z.object({ id: z.uuid() })
const response = { 200: Release }

interface ReleaseRouteOptions {
  releases: Releases
  publishing: ReleasePublishing
}

/** Texts that go live together: read by the team, made by its editors. */
export const releaseRoutes = ({ releases, publishing }: ReleaseRouteOptions) =>
  defineRoutes((server) => {
    server.get(
      '/api/releases',
      {
        config: { access: releasePermissions.read },
        schema: {
          tags,
          summary: 'Releases, newest first',
          querystring: ReleaseQuery,
          response: { 200: z.array(Release) },
        },
      },
      async (request, reply) => pagedList(request, reply, await releases.list(request.query)),
    )

    server.post(
      '/api/releases',
      {
        config: { access: releasePermissions.edit },
        schema: {
          tags,
          summary: 'Make a release; with a time, schedule it',
          body: ReleaseDraft,
          response: { 201: Release },
        },
      },
      async (request, reply, signedIn) =>
        reply.status(201).send(await releases.create(request.body, signedIn.user.id)),
    )

    server.get(
      '/api/releases/:id',
      {
        config: { access: releasePermissions.read },
        schema: { tags, summary: 'One release', params: byId, response },
      },
      async (request) => releases.get(request.params.id),
    )

    server.put(
      '/api/releases/:id',
      {
        config: { access: releasePermissions.edit },
        schema: {
          tags,
          summary: 'Change a release that is not live',
          params: byId,
          body: ReleaseChange,
          response,
        },
      },
      async (request) => releases.change(request.params.id, request.body),
    )

    server.delete(
      '/api/releases/:id',
      {
        config: { access: releasePermissions.edit },
        schema: {
          tags,
          summary: 'Forget a release that never was live',
          params: byId,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        await releases.remove(request.params.id)
        return reply.status(204).send(null)
      },
    )

    server.post(
      '/api/releases/:id/publish',
      {
        config: { access: releasePermissions.publish },
        schema: { tags, summary: 'Put all its texts on the site, or none', params: byId, response },
      },
      async (request, _reply, signedIn) => publishing.publish(request.params.id, signedIn.user.id),
    )

    server.post(
      '/api/releases/:id/schedule',
      {
        config: { access: releasePermissions.publish },
        schema: {
          tags,
          summary: 'Set the time at which it goes live',
          params: byId,
          body: ReleaseSchedule,
          response,
        },
      },
      async (request) => releases.schedule(request.params.id, request.body.due_at),
    )

    server.post(
      '/api/releases/:id/cancel',
      {
        config: { access: releasePermissions.publish },
        schema: { tags, summary: 'Keep it from going live', params: byId, response },
      },
      async (request) => releases.cancel(request.params.id),
    )

    server.post(
      '/api/releases/:id/roll-back',
      {
        config: { access: releasePermissions.publish },
        schema: {
          tags,
          summary: 'Put back what was live before',
          params: byId,
          body: ReleaseRollBack,
          response,
        },
      },
      async (request, _reply, signedIn) =>
        publishing.rollBack(request.params.id, {
          force: request.body?.force ?? false,
          actorId: signedIn.user.id,
        }),
    )
  })
