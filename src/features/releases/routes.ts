import { z } from 'zod'
import { pagedList } from '#http/paging.ts'
import { defineRoutes } from '#http/routes.ts'
import { byId } from '#shared/parameters.ts'
import { Release, ReleaseChange, ReleaseDraft, ReleaseQuery } from './contract.ts'
import { releasePermissions } from './permissions.ts'
import type { Releases } from './service.ts'

const tags = ['Releases']
const response = { 200: Release }

/** Releases: read by the team, made by editors. */
export const releaseRoutes = ({ releases }: { releases: Releases }) =>
  defineRoutes((server) => {
    server.get(
      '/api/releases',
      {
        config: { access: releasePermissions.read },
        schema: {
          tags,
          operationId: 'listReleases',
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
        config: {
          access: releasePermissions.edit,
          refusals: { 422: ['release_text_missing', 'release_text_blank'] },
        },
        schema: {
          tags,
          operationId: 'createRelease',
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
        schema: { tags, operationId: 'getRelease', summary: 'One release', params: byId, response },
      },
      async (request) => releases.get(request.params.id),
    )

    server.put(
      '/api/releases/:id',
      {
        config: { access: releasePermissions.edit, refusals: { 409: ['release_stale', 'release_not_open'] } },
        schema: {
          tags,
          operationId: 'changeRelease',
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
        config: { access: releasePermissions.edit, refusals: { 409: ['release_not_removable'] } },
        schema: {
          tags,
          operationId: 'deleteRelease',
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
  })
