import { z } from 'zod'
import { leadPermissions } from '#features/early-adopters/permissions.ts'
import { defineRoutes, type RouteServer } from '#http/routes.ts'
import { byId } from '#shared/parameters.ts'
import { Tag, TagChange, Tagging, TaggingResult, TagMerge } from './contract.ts'
import type { Tags } from './tags.ts'

const docs = { tags: ['Early adopters'] }

/** The tags of early adopters. */
export const tagRoutes = ({ tags }: { tags: Tags }) =>
  defineRoutes((server) => {
    server.get(
      '/api/tags',
      {
        config: { access: leadPermissions.read },
        schema: {
          ...docs,
          operationId: 'listTags',
          summary: 'List the tags of early adopters, by name',
          response: { 200: z.array(Tag) },
        },
      },
      async () => tags.list(),
    )

    server.post(
      '/api/early-adopters/tags',
      {
        bodyLimit: 256 * 1024,
        config: { access: leadPermissions.edit, refusals: { 409: ['tags_full', 'lead_tags_full'] } },
        schema: {
          ...docs,
          operationId: 'tagEarlyAdopters',
          summary: 'Add tags to early adopters and take others away: all of it, or nothing',
          body: Tagging,
          response: { 200: TaggingResult },
        },
      },
      async (request) => tags.tag(request.body),
    )

    changeRoutes(server, tags)
  })

/** Renaming, merging and deleting. */
function changeRoutes(server: RouteServer, tags: Tags): void {
  server.patch(
    '/api/tags/:id',
    {
      config: { access: leadPermissions.edit, refusals: { 409: ['tag_taken'] } },
      schema: {
        ...docs,
        operationId: 'renameTag',
        summary: 'Rename a tag',
        params: byId,
        body: TagChange,
        response: { 200: Tag },
      },
    },
    async (request) => tags.rename(request.params.id, request.body.name),
  )

  server.post(
    '/api/tags/:id/merge',
    {
      config: { access: leadPermissions.edit, refusals: { 409: ['tag_same'] } },
      schema: {
        ...docs,
        operationId: 'mergeTag',
        summary: 'Give everybody with a tag another one instead, which stands for it from then on',
        params: byId,
        body: TagMerge,
        response: { 200: Tag },
      },
    },
    async (request) => tags.merge(request.params.id, request.body.into),
  )

  server.delete(
    '/api/tags/:id',
    {
      config: { access: leadPermissions.edit },
      schema: {
        ...docs,
        operationId: 'deleteTag',
        summary: 'Delete a tag; who had it stays',
        params: byId,
        response: { 204: z.undefined() },
      },
    },
    async (request, reply) => {
      await tags.remove(request.params.id)
      return reply.status(204).send()
    },
  )
}
