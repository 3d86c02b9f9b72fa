import { z } from 'zod'
import { dashboardPermissions } from '#features/dashboard/permissions.ts'
import { LinkDraft, NewLink, OpenLink, SharedLink } from '#features/reports/contract.ts'
import { reportPermissions } from '#features/reports/permissions.ts'
import { defineRoutes } from '#http/routes.ts'
import { byId } from '#shared/parameters.ts'
import type { Links } from './links.ts'

const tags = ['Reports']

/** The links with which anybody reads the figures. */
export const linkRoutes = ({ links }: { links: Links }) =>
  defineRoutes((server) => {
    server.get(
      '/api/reports/links',
      {
        config: { access: reportPermissions.share },
        schema: {
          tags,
          operationId: 'listSharedLinks',
          summary: 'All links to the figures, newest first, without their tokens',
          response: { 200: z.array(SharedLink) },
        },
      },
      () => links.list(),
    )

    server.post(
      '/api/reports/links',
      {
        config: { access: reportPermissions.share, refusals: { 409: ['report_links_full'] } },
        schema: {
          tags,
          operationId: 'createSharedLink',
          summary: 'Make a link with which anybody reads the figures; its token is told this once',
          description:
            'Whoever has the link reads the figures of the start screen, and nothing else, until it expires or is ended, or whoever made it may no longer share figures.',
          body: LinkDraft,
          response: { 201: NewLink },
        },
      },
      async (request, reply, { user }) => reply.status(201).send(await links.create(request.body, user.id)),
    )

    server.delete(
      '/api/reports/links/:id',
      {
        config: { access: reportPermissions.share, refusals: { 404: ['report_link_not_found'] } },
        schema: {
          tags,
          operationId: 'endSharedLink',
          summary: 'End a link, from its next call on',
          params: byId,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        await links.end(request.params.id)
        return reply.status(204).send(null)
      },
    )

    server.get(
      '/api/reports/link',
      {
        config: { access: dashboardPermissions.read, refusals: { 404: ['report_link_not_found'] } },
        schema: {
          tags,
          operationId: 'getOpenLink',
          summary: 'What the link is called whose token is sent, and when it ends',
          response: { 200: OpenLink },
        },
      },
      (_request, _reply, { linkId }) => links.describe(linkId),
    )
  })
