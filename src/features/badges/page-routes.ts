import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ShareCard } from '#features/seo/contract.ts'
import { defineRoutes } from '#http/routes.ts'
import { privateHeaders } from '#http/security-headers.ts'
import type { Translate } from '#platform/catalogues.ts'
import { inEveryLanguage, type Language } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import type { BadgePage } from './contract.ts'

export interface BadgePageOptions {
  /** @throws {Problem} 410 once its holder is erased */
  findPublicAward(id: string, language: Language): Promise<BadgePage | undefined>
  /** Answers with the page of an award. */
  sendPage(
    request: FastifyRequest,
    reply: FastifyReply,
    content: { page: 'badge'; data: BadgePage },
  ): Promise<void>
  /** The share pictures, stored by the award's id. */
  cards: {
    getPicture(card: ShareCard, awardId: string): Promise<Buffer>
    forget(awardIds: readonly string[]): Promise<void>
  }
  translator(language: Language): Translate
  siteName(): string
}

const route = {
  config: { access: 'public', rateLimit: 'page' },
  schema: { hide: true, params: z.object({ id: z.string().max(100) }) },
} as const

/** The public pages of awards and their share pictures. */
export const badgePageRoutes = (options: BadgePageOptions) =>
  defineRoutes((server) => {
    /** The award that an address names. */
    async function open(request: FastifyRequest, id: string) {
      const { pageLanguage: language } = request
      const isId = z.uuid().safeParse(id).success
      const badge = isId ? await options.findPublicAward(id, language) : undefined
      if (!badge) throw new Problem('not_found', 404)
      return { badge, language }
    }

    /** Removes a picture that was drawn while its holder was being erased. */
    async function forgetIfErased(id: string, language: Language): Promise<void> {
      try {
        await options.findPublicAward(id, language)
      } catch (error) {
        await options.cards.forget([id])
        throw error
      }
    }

    for (const path of inEveryLanguage('/badges/:id')) {
      server.get(path, route, async (request, reply) => {
        const { badge } = await open(request, request.params.id)
        return options.sendPage(request, reply, { page: 'badge', data: badge })
      })

      server.get(`${path}/card.png`, route, async (request, reply) => {
        const { badge, language } = await open(request, request.params.id)
        const t = options.translator(language)
        const lead = badge.revokedAt
          ? t('badge-page:verify.verdicts.revoked.title')
          : t('badge-page:card.lead', { holder: badge.holder })
        const card = { badge: badge.type, language, name: options.siteName(), title: badge.name, lead }
        const png = await options.cards.getPicture({ page: 'badge', ...card }, badge.id)
        await forgetIfErased(badge.id, language)
        return reply
          .headers({ ...privateHeaders, 'content-type': 'image/png', 'x-robots-tag': 'noindex, nofollow' })
          .send(png)
      })
    }
  })
