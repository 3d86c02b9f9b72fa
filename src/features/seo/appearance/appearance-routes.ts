import { z } from 'zod'
import type { MappedPage } from '#features/seo/contract.ts'
import { seoPermissions } from '#features/seo/permissions.ts'
import { defineRoutes } from '#http/routes.ts'
import type { Appearance } from './appearance.ts'
import { AppearanceQuery, PageAppearance, PageAppearanceChange } from './contract.ts'

const tags = ['Search engines']

/** How the public pages look in search results. */
export const appearanceRoutes = ({
  appearance,
}: {
  appearance: Pick<Appearance<MappedPage>, 'list' | 'change'>
}) =>
  defineRoutes((server) => {
    server.get(
      '/api/admin/seo/appearance',
      {
        config: { access: seoPermissions.read },
        schema: {
          tags,
          operationId: 'listPageAppearances',
          summary: 'The public pages as they look in search results',
          querystring: AppearanceQuery,
          response: { 200: z.array(PageAppearance) },
        },
      },
      (request) => appearance.list(request.query.language),
    )

    server.put(
      '/api/admin/seo/appearance/:page',
      {
        config: {
          access: seoPermissions.change,
          refusals: { 404: ['not_found'], 409: ['settings_stale'] },
        },
        schema: {
          tags,
          operationId: 'changePageAppearance',
          summary: 'Ask search engines to list a page or to leave it out',
          params: z.object({
            page: z
              .string()
              .max(40)
              .regex(/^[a-z\d-]+$/)
              .meta({ examples: ['landing'] }),
          }),
          body: PageAppearanceChange,
          response: { 204: z.null() },
        },
      },
      async (request, reply, { user }) => {
        await appearance.change(request.params.page, request.body, user)
        return reply.status(204).send(null)
      },
    )
  })
