import type { FastifyReply, FastifyRequest } from 'fastify'
import { type PageCache, sendCachedResponse } from '#http/page-cache.ts'
import { Problem } from '#shared/problem.ts'
import type { ItemPageName, PageData } from '#site/contract.ts'
import { type PageResponses, sharedTimeout } from './page-responses.ts'
import { keyOf, type Visit, type VisitReader } from './visit.ts'

/** A page about one thing of many. */
export interface ItemContent<Name extends ItemPageName> {
  page: Name
  /** Its path without a language. */
  path: string
  /** What it shows; undefined when there is no such thing. */
  load(visit: Pick<Visit, 'language'>): Promise<PageData<Name> | undefined>
}

interface ItemPageOptions {
  responses: PageResponses
  visits: VisitReader
  cache: PageCache
}

/** Creates the pages about one thing of many, which are cached like public pages. */
export function createItemPages({ responses: { render, inTurn }, visits, cache }: ItemPageOptions) {
  return {
    /** Sends the page of a thing. @throws {Problem} 404 */
    async sendItem<Name extends ItemPageName>(
      request: FastifyRequest,
      reply: FastifyReply,
      { page, path, load }: ItemContent<Name>,
    ): Promise<void> {
      const visit: Visit = { ...visits.read(request.raw), variant: '', path }
      // What is not there is not cached, so that nobody can fill the cache with addresses.
      const build = async () => {
        const data = await load(visit)
        if (data === undefined) throw new Problem('not_found', 404)
        return render<Name>({ page, data }, visit, 200)
      }
      sendCachedResponse(
        request,
        reply,
        await cache.answer(request.raw, keyOf(visit), () => inTurn(build, sharedTimeout)),
      )
    },
  }
}
