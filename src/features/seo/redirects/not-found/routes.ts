import { z } from 'zod'
import { seoPermissions } from '#features/seo/permissions.ts'
import { pagedList } from '#http/paging.ts'
import { defineRoutes } from '#http/routes.ts'
import { IgnoredAddress, MissingAddress, MissingQuery } from './contract.ts'
import type { MissingAddresses } from './service.ts'

const tags = ['Redirects']
const path = '/api/admin/seo/not-found'

/** Addresses at which visitors found nothing. */
export const missingAddressRoutes = ({ missing }: { missing: MissingAddresses }) =>
  defineRoutes((server) => {
    server.get(
      path,
      {
        config: { access: seoPermissions.read },
        schema: {
          tags,
          operationId: 'listMissingAddresses',
          summary: 'Addresses of the last 30 days at which visitors found nothing, most hits first',
          querystring: MissingQuery,
          response: { 200: z.array(MissingAddress) },
        },
      },
      async (request, reply) => pagedList(request, reply, await missing.list(request.query)),
    )

    server.post(
      `${path}/ignore`,
      {
        config: { access: seoPermissions.redirect, refusals: { 404: ['missing_address_not_found'] } },
        schema: {
          tags,
          operationId: 'ignoreMissingAddress',
          summary: 'Suggest no redirect for an address any more',
          body: IgnoredAddress,
          response: { 204: z.null() },
        },
      },
      async (request, reply, signedIn) => {
        await missing.ignore(request.body.path, signedIn.user.id)
        return reply.status(204).send(null)
      },
    )

    server.post(
      `${path}/unignore`,
      {
        config: { access: seoPermissions.redirect },
        schema: {
          tags,
          operationId: 'stopIgnoringMissingAddress',
          summary: 'Suggest redirects for an address again',
          body: IgnoredAddress,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        await missing.stopIgnoring(request.body.path)
        return reply.status(204).send(null)
      },
    )
  })
