import formBody from '@fastify/formbody'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Library, type LibraryChoice, readLibraryQuery } from '#features/documents/contract.ts'
import type { Evidence, Registration } from '#features/early-adopters/contract.ts'
import { type PageCache, sendCachedResponse } from '#http/page-cache.ts'
import { describeProblem, findProblem } from '#http/problem-details.ts'
import { defineRoutes, type Routes } from '#http/routes.ts'
import type { Catalogues } from '#platform/catalogues.ts'
import { inEveryLanguage, type Language, languages } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import type { PageInput } from '#site/contract.ts'
import { type PublicPage, publicPages, redirects } from '#site/routes.ts'
import { compressOnce, type Pages, type PublishedTexts, sharedTimeout, textsOfPage } from './pages.ts'
import { createPlainForm } from './plain-form.ts'
import { formOf, keyOf, readVisit, type Visit } from './visit.ts'

interface PageRouteOptions {
  pages: Pages
  cache: PageCache
  catalogues: Catalogues
  publishedTexts: (language: Language) => Promise<PublishedTexts>
  readLibrary: (choice: LibraryChoice) => Promise<Library>
  register: (registration: Registration & Evidence, language: Language, network: string) => Promise<void>
  /** Seconds for which a client must wait before it may post again, else 0. */
  checkRateLimit: (client: string) => number
}

/** The public pages, in every language, and the plain posts of their forms. */
export function pageRoutes(options: PageRouteOptions): Routes {
  const { pages, cache, catalogues, publishedTexts, readLibrary } = options
  const { isCounted, render, inTurn, sendOnce } = pages
  const plainForm = createPlainForm(options)

  async function readTexts(page: PublicPage, language: Language): Promise<PageInput['texts']> {
    return page.reads.length === 0 ? {} : textsOfPage(page, await publishedTexts(language))
  }

  async function answerPage(
    page: PublicPage,
    visit: Visit,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const form = formOf(page, visit)
    const choice = page.listsDocuments && readLibraryQuery(visit.variant, visit.language)
    const build = async () => {
      const [texts, found] = await Promise.all([
        readTexts(page, visit.language),
        choice && readLibrary(choice),
      ])
      const library = choice && found && { ...choice, ...found }
      return render(page.name, visit, { texts, form, ...(library && { library }) }, 200)
    }
    const cached = await cache
      .get(keyOf(visit), () => inTurn(build, sharedTimeout))
      .catch((error: unknown) => {
        if (!choice) throw error
        // A list that cannot be read is said on its own page, with a way to try again (seed B §8).
        request.log.error({ err: error }, 'the documents could not be listed')
        const problem = findProblem(error) ?? new Problem('internal', 500)
        const { detail } = describeProblem(problem, visit.language, catalogues)
        const library = { ...choice, failure: { status: problem.status, detail } }
        const answer = render(page.name, visit, { texts: {}, form, library }, problem.status)
        const { retryAfter } = problem.options
        if (retryAfter !== undefined) answer.headers['retry-after'] = String(retryAfter)
        return compressOnce(answer)
      })
    sendCachedResponse(request, reply, cached)
  }

  async function answerForm(
    page: PublicPage,
    visit: Visit,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const refusal = await plainForm.submit(request, visit.language)
    if (!refusal) return reply.redirect(`/${visit.language}${visit.path}?registered#registration`, 303)
    const texts = await readTexts(page, visit.language).catch(() => ({}))
    await sendOnce(request, reply, () =>
      render(page.name, visit, { texts, form: refusal.form }, refusal.status),
    )
  }

  return defineRoutes(async (server) => {
    server.instance.removeAllContentTypeParsers()
    await server.instance.register(formBody, { bodyLimit: 64 * 1024 })
    const config = { access: 'public' } as const
    const schema = { hide: true }
    for (const page of publicPages) {
      const { path } = page
      for (const language of [undefined, ...languages]) {
        const prefix = language ? `/${language}` : ''
        // The router decodes an address and cuts it at `#`: what it found counts, or each spelling would be a page.
        const visitOf = ({ raw }: FastifyRequest): Visit => {
          const visit = readVisit(raw, isCounted)
          return { ...visit, path, isBare: !language, language: language ?? visit.language }
        }
        server.get(`${prefix}${path}`, { config, schema }, (request, reply) =>
          answerPage(page, visitOf(request), request, reply),
        )
        if (language && page.form) {
          server.post(
            `${prefix}${path}`,
            {
              config: { ...config, expects: 'application/x-www-form-urlencoded', rateLimit: 'form' },
              schema,
            },
            (request, reply) => answerForm(page, visitOf(request), request, reply),
          )
        }
        // One address a page: the landing has a slash at its end, the others have none.
        const twin = path === '/' ? prefix : `${prefix}${path}/`
        if (twin) {
          server.get(twin, { config, schema }, (request, reply) => {
            const query = request.url.split('?')[1]
            return reply.redirect(`${prefix}${path}${query ? `?${query}` : ''}`, 301)
          })
        }
      }
    }
    for (const { from, to } of redirects) {
      for (const prefix of inEveryLanguage('')) {
        server.get(`${prefix}${from}`, { config, schema }, (_, reply) =>
          reply.redirect(`${prefix}${to}`, 301),
        )
      }
    }
  })
}
