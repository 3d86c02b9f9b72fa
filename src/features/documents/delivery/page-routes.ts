import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type DocumentPage, type DocumentSearchPage, longestQuery } from '#features/documents/contract.ts'
import type { PublicLibrary } from '#features/documents/library/library.ts'
import { documentPath, isSlug, searchPath, shorten } from '#features/documents/model.ts'
import type { DocumentSearch } from '#features/documents/search/search.ts'
import type { ShareCard } from '#features/seo/contract.ts'
import { defineRoutes } from '#http/routes.ts'
import { inEveryLanguage, languages } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'

export interface DocumentPageOptions {
  library: Pick<PublicLibrary, 'findPage'>
  /** Answers with the page of a document, from the cache of pages. */
  sendPage(
    request: FastifyRequest,
    reply: FastifyReply,
    content: { page: 'document'; path: string; load(): Promise<DocumentPage | undefined> },
  ): Promise<void>
  /** The share picture of a document, kept under a name. */
  drawCard(card: ShareCard, name: string): Promise<Buffer>
  siteName(): string
}

const route = {
  config: { access: 'public', rateLimit: 'page' },
  schema: { hide: true, params: z.object({ slug: z.string().max(120) }) },
} as const

const searchQuery = z.object({
  q: z.string().max(1000).catch(''),
  language: z.enum(languages).optional().catch(undefined),
})

export interface SearchPageOptions {
  search: DocumentSearch
  /** Answers with a page that is neither cached nor indexed. */
  sendSearch(
    request: FastifyRequest,
    reply: FastifyReply,
    content: { page: 'document-search'; data: DocumentSearchPage; path: string },
  ): Promise<void>
}

/** The page of the search in public documents. */
export const documentSearchRoutes = ({ search, sendSearch }: SearchPageOptions) =>
  defineRoutes((server) => {
    for (const path of inEveryLanguage(searchPath)) {
      server.get(
        path,
        { config: route.config, schema: { hide: true, querystring: searchQuery } },
        async (request, reply) => {
          const { q, language = request.pageLanguage } = request.query
          const query = readQuery(q)
          const found = await search.find(query, language)
          return sendSearch(request, reply, {
            page: 'document-search',
            data: { query, language, found },
            path: searchPath,
          })
        },
      )
    }
  })

/** A query as it is looked up and shown: one line of text. */
function readQuery(given: string): string {
  return given
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, longestQuery)
    .toWellFormed()
}

/** The public pages of documents, and their share pictures. */
export const documentPageRoutes = ({ library, sendPage, drawCard, siteName }: DocumentPageOptions) =>
  defineRoutes((server) => {
    for (const path of inEveryLanguage(documentPath(':slug'))) {
      server.get(path, route, (request, reply) => {
        const { slug } = request.params
        if (!isSlug(slug)) throw new Problem('not_found', 404)
        return sendPage(request, reply, {
          page: 'document',
          path: documentPath(slug),
          load: () => library.findPage(slug),
        })
      })

      server.get(`${path}/card.png`, route, async (request, reply) => {
        const { slug } = request.params
        const document = isSlug(slug) ? await library.findPage(slug) : undefined
        if (!document) throw new Problem('not_found', 404)
        const { clean_title: title, description } = document
        const card = { page: 'document', language: request.pageLanguage, name: siteName(), title }
        const png = await drawCard({ ...card, lead: shorten(description) }, slug)
        return reply
          .headers({
            'content-type': 'image/png',
            'cache-control': 'public, max-age=300',
            // Other sites may embed it.
            'cross-origin-resource-policy': 'cross-origin',
          })
          .send(png)
      })
    }
  })
