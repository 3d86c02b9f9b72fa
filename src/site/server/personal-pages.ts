import type { FastifyReply, FastifyRequest } from 'fastify'
import { type PageCache, sendCachedResponse } from '#http/page-cache.ts'
import type { PageInput, PersonalPageName } from '#site/contract.ts'
import { type PageResponses, sharedTimeout } from './page-responses.ts'
import type { Visit, VisitReader } from './visit.ts'

/** A page about one person or thing. */
export interface PersonalContent<Name extends PersonalPageName>
  extends Pick<PageInput<Name>, 'page' | 'data'> {
  /** 200 by default. */
  status?: number
  /** The path for its links to other languages, when it is not the requested one. */
  path?: string
}

interface PersonalPageOptions {
  responses: PageResponses
  visits: VisitReader
  cache: PageCache
}

/** Creates the pages about one person or thing. */
export function createPersonalPages({ responses, visits, cache }: PersonalPageOptions) {
  const { render, inTurn, sendOnce } = responses

  /** The visit of a personal page: without a variant, and with the path of the content if it has one. */
  function readPersonal(request: FastifyRequest, { path }: { path?: string }): Visit {
    return { ...visits.read(request.raw), variant: '', ...(path !== undefined && { path }) }
  }

  return {
    /**
     * Sends a page about one person or thing, in the visitor's language. Never cached, never indexed.
     */
    async sendPersonal<Name extends PersonalPageName>(
      request: FastifyRequest,
      reply: FastifyReply,
      content: PersonalContent<Name>,
    ): Promise<void> {
      const { page, data, status = 200 } = content
      await sendOnce(request, reply, () =>
        render({ page, data }, readPersonal(request, content), status, true),
      )
    },

    /**
     * Sends a personal page without personal data from the page cache. Only for a small number of contents: each is cached
     * separately.
     */
    async sendNeutral<Name extends PersonalPageName>(
      request: FastifyRequest,
      reply: FastifyReply,
      content: PersonalContent<Name>,
    ): Promise<void> {
      const { page, data, status = 200 } = content
      const visit = readPersonal(request, content)
      const build = async () => {
        const answer = render({ page, data }, visit, status, true)
        return { ...answer, headers: { ...answer.headers, 'cache-control': 'no-cache' } }
      }
      const { isBare, language, theme, privacyControl } = visit
      const key = `neutral ${JSON.stringify([content, isBare, language, theme, privacyControl])}`
      sendCachedResponse(
        request,
        reply,
        await cache.answer(request.raw, key, () => inTurn(build, sharedTimeout)),
      )
    },
  }
}
