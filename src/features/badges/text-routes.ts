import { z } from 'zod'
import { defineRoutes } from '#http/routes.ts'
import { BadgeType } from '#shared/badge-types.ts'
import { languages } from '#shared/languages.ts'
import { BadgeDescription, BadgeText, BadgeTypesQuery } from './contract.ts'
import { badgePermissions } from './permissions.ts'
import type { BadgeTexts } from './texts.ts'

const tags = ['Badges']
const byText = z.object({ type: BadgeType, language: z.enum(languages) })

/** The names and descriptions of the badges. */
export const badgeTextRoutes = ({ texts }: { texts: BadgeTexts }) =>
  defineRoutes((server) => {
    server.get(
      '/api/badges/types',
      {
        config: { access: badgePermissions.read },
        schema: {
          tags,
          operationId: 'listBadgeTypes',
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
        config: { access: badgePermissions.editTexts, languages: ({ params }) => [params.language] },
        schema: {
          tags,
          operationId: 'changeBadgeText',
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
        config: { access: badgePermissions.editTexts, languages: ({ params }) => [params.language] },
        schema: {
          tags,
          operationId: 'resetBadgeText',
          summary: 'Go back to the built-in words',
          params: byText,
          response: { 200: BadgeDescription },
        },
      },
      async (request) => texts.reset(request.params.type, request.params.language),
    )
  })
