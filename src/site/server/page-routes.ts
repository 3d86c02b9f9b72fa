import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PublishedTexts } from '#features/content/contract.ts'
import type { FormState } from '#features/early-adopters/model.ts'
import { acceptForms } from '#http/forms.ts'
import { type PageCache, sendCachedResponse } from '#http/page-cache.ts'
import { describeProblem, findProblem } from '#http/problem-details.ts'
import { defineRoutes, type Routes } from '#http/routes.ts'
import type { Catalogues } from '#platform/catalogues.ts'
import { inEveryLanguage, type Language, languages } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import type { PageInput, PublicPage } from '#site/contract.ts'
import { type PageSource, redirects } from '#site/routes.ts'
import { compressOnce, sharedTimeout } from './page-responses.ts'
import type { Pages } from './pages.ts'
import { textsOfPage } from './preview-pages.ts'
import { formOf, formQueryOf, keyOf, type Visit } from './visit.ts'

export interface PageRouteOptions {
  pages: Pages
  cache: PageCache
  catalogues: Catalogues
  publishedTexts: (language: Language) => Promise<PublishedTexts>
  /** The data of pages beside their texts. */
  sources: readonly PageSource[]
  /** Handles a posted sign-up form. Returns the status and the form to show when it was refused. */
  submitForm: (
    request: FastifyRequest,
    language: Language,
    place: { page: string },
  ) => Promise<{ status: number; form: FormState; retryAfter?: number | undefined } | undefined>
}

/** Creates the handlers of requests for public pages and of posts of their forms. */
function createAnswers(options: PageRouteOptions) {
  const { pages, cache, catalogues, publishedTexts, submitForm } = options
  const { render, inTurn, sendOnce } = pages.responses
  const sources = new Map(options.sources.map((source) => [source.name, source]))

  async function readTexts(page: PublicPage, language: Language): Promise<PageInput['texts']> {
    return page.reads.length === 0 ? {} : textsOfPage(page, await publishedTexts(language))
  }

  async function answerPage(
    page: PublicPage,
    visit: Visit,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const { variant, language } = visit
    const form = formOf(page, visit)
    const source = sources.get(page.name)
    const build = async () => {
      const [texts, data] = await Promise.all([readTexts(page, language), source?.load(variant, language)])
      return render({ page: page.name, data, texts, form }, visit, 200)
    }
    const cached = await cache
      .answer(request.raw, keyOf(visit), () => inTurn(build, sharedTimeout))
      .catch((error: unknown) => {
        // What is not there is no failure, such as a page beyond the last one of a list.
        if (!source?.describeFailure || (error instanceof Problem && error.status === 404)) throw error
        request.log.error({ err: error }, `what ${page.path} shows could not be read`)
        const problem = findProblem(error) ?? new Problem('internal', 500)
        const { status } = problem
        const { detail } = describeProblem(problem, language, catalogues)
        const data = source.describeFailure(variant, language, { status, detail })
        const answer = render({ page: page.name, data, form }, visit, status)
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
    const refusal = await submitForm(request, visit.language, { page: page.path })
    if (!refusal) {
      const query = formQueryOf(page, { ...formOf(page, visit), status: 'registered' })
      return reply.redirect(`/${visit.language}${visit.path}?${query}#registration`, 303)
    }
    const texts = await readTexts(page, visit.language).catch(() => ({}))
    const content = { page: page.name, data: undefined, texts, form: refusal.form }
    const { retryAfter } = refusal
    if (retryAfter !== undefined) reply.raw.setHeader('retry-after', String(retryAfter))
    await sendOnce(request, reply, () => render(content, visit, refusal.status))
  }

  return { answerPage, answerForm }
}

/** The public pages, in every language, and the plain posts of their forms. */
export function pageRoutes(options: PageRouteOptions): Routes {
  const { publicPages, readVisit } = options.pages
  const { answerPage, answerForm } = createAnswers(options)
  return defineRoutes(async (server) => {
    await acceptForms(server, 64 * 1024)
    const config = { access: 'public' } as const
    const schema = { hide: true }
    for (const page of publicPages) {
      const { path } = page
      for (const language of [undefined, ...languages]) {
        const prefix = language ? `/${language}` : ''
        // The path of the route and not of the request, so that each spelling of an address has the same cache key.
        const visitOf = ({ raw }: FastifyRequest): Visit => {
          const visit = readVisit(raw)
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
        // One address per page: the landing page has a trailing slash, the others have none.
        const twin = path === '/' ? prefix : `${prefix}${path}/`
        if (twin) {
          server.get(twin, { config, schema }, (request, reply) => {
            const query = request.url.split('?')[1]
            return reply.redirect(`${prefix}${path}${query ? `?${query}` : ''}`, 301)
          })
        }
      }
    }
    const formerPaths = publicPages.flatMap(({ path, formerPaths = [] }) =>
      formerPaths.map((from) => ({ from, to: path })),
    )
    for (const { from, to } of [...formerPaths, ...redirects]) {
      for (const prefix of inEveryLanguage('')) {
        server.get(`${prefix}${from}`, { config, schema }, (_, reply) =>
          reply.redirect(`${prefix}${to}`, 301),
        )
      }
    }
  })
}
