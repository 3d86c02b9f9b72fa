import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ContentKey, PublishedText } from '#features/content/contract.ts'
import type { Preview } from '#features/previews/contract.ts'
import type { ShareCard } from '#features/seo/contract.ts'
import { createRenderQueue } from '#http/limits/render-queue.ts'
import {
  type CachedResponse,
  compressResponse,
  type PageCache,
  sendCachedResponse,
  type UncompressedResponse,
} from '#http/page-cache.ts'
import { pagePolicy, privateHeaders } from '#http/security-headers.ts'
import type { Catalogues } from '#platform/catalogues.ts'
import { languages } from '#shared/languages.ts'
import type { Problem } from '#shared/problem.ts'
import type { FormState, PageInput, PageName, SiteFacts } from '#site/contract.ts'
import { findPublicPage, getPageOfText, type PublicPage, publicPages } from '#site/routes.ts'
import type { PageRenderer } from './renderer.ts'
import { findVisit, formOf, keyOf, readVisit, type Visit } from './visit.ts'

interface PageOptions {
  renderer: PageRenderer
  cache: PageCache
  catalogues: Catalogues
  facts: SiteFacts
  assets: PageInput['assets']
  /** Headers that every answer carries. */
  headers: Record<string, string>
}

/** Published texts of one language by key. */
export type PublishedTexts = Partial<Record<ContentKey, PublishedText>>

// How long a page may wait for its turn to be rendered, in milliseconds: one that many wait for may wait longer.
export const sharedTimeout = 10_000
const personalTimeout = 2_000
// For what is sent once: a tenth of the work of the best quality, for a tenth more bytes.
const onceQuality = 5

const idle: FormState = { status: 'idle', values: {}, errors: {} }

/** A response to this request only: never cached. */
export async function compressOnce(answer: UncompressedResponse): Promise<CachedResponse> {
  const headers = { ...answer.headers, 'cache-control': 'no-store' }
  return compressResponse({ ...answer, headers }, onceQuality)
}

/** The public pages: found in the page cache or made for it, in the visitor's language and theme. */
export function createPages({ renderer, cache, catalogues, facts, assets, headers }: PageOptions) {
  const { googleTag, ...uncounted } = facts
  const isCounted = googleTag !== undefined
  const errorPages = new Map<string, Promise<CachedResponse>>()
  const inTurn = createRenderQueue()

  function render(
    page: PageName,
    visit: Visit,
    rest: Pick<PageInput, 'texts' | 'form'> & Partial<PageInput>,
    status: number,
    isPersonal = false,
  ): UncompressedResponse {
    const { html, styles } = renderer.renderPage({
      page,
      language: visit.language,
      theme: visit.theme,
      privacyControl: visit.privacyControl,
      path: visit.path,
      // Who looks at a preview is no visitor to be counted, and a link of one's own is nobody else's business.
      facts: isPersonal ? uncounted : facts,
      t: catalogues.translator(visit.language),
      assets,
      ...rest,
    })
    return {
      status,
      body: html,
      headers: {
        ...headers,
        'content-type': 'text/html; charset=utf-8',
        'content-language': visit.language,
        'content-security-policy': pagePolicy(styles, {
          googleTag: isCounted && !visit.privacyControl && !isPersonal,
          preview: rest.preview !== undefined,
        }),
        // Always asked for anew, so that a published change shows on the next visit; usually answered 304.
        'cache-control': 'no-cache',
        vary: [
          'Accept-Encoding',
          ...(visit.isBare ? ['Accept-Language'] : []),
          'Cookie',
          ...(isCounted ? ['Sec-GPC'] : []),
        ].join(', '),
        ...(isPersonal && { ...privateHeaders, 'x-robots-tag': 'noindex, nofollow' }),
      },
    }
  }

  /** Renders and sends a response that is never cached. */
  async function sendOnce(
    request: FastifyRequest,
    reply: FastifyReply,
    make: () => UncompressedResponse,
  ): Promise<void> {
    sendCachedResponse(request, reply, await inTurn(() => compressOnce(make()), personalTimeout))
  }

  // What most visits ask for, which need not be read anew each time: a page in a named language, without cookies.
  const plainKeys = new Map(
    languages.flatMap((language) =>
      publicPages.map(({ path }) => {
        const visit = { language, path, theme: 'auto', isBare: false, variant: '' } as const
        return [`/${language}${path}`, keyOf({ ...visit, privacyControl: false })]
      }),
    ),
  )

  return {
    isCounted,
    render,
    inTurn,
    sendOnce,

    /** The cache key of the requested page, if the request is for a page. */
    findKey(request: IncomingMessage): string | undefined {
      const { headers } = request
      if (headers.cookie === undefined && !(isCounted && headers['sec-gpc'])) {
        const plain = plainKeys.get(request.url ?? '')
        if (plain !== undefined) return plain
      }
      const visit = findVisit(request, isCounted)
      return visit && findPublicPage(visit.path) ? keyOf(visit) : undefined
    },

    /** Answers a visitor with an error page in their language and look. */
    async sendError(request: FastifyRequest, reply: FastifyReply, problem: Problem): Promise<void> {
      // One page for all missing addresses, so it must not speak of this one.
      const visit = { ...readVisit(request.raw, isCounted), path: '/', variant: '' }
      const make = async () => {
        const error = {
          status: problem.status,
          ...(problem.status === 500 && { requestId: request.id }),
          ...(problem.code === 'preview_expired' && ({ reason: problem.code } as const)),
        }
        const answer = render('error', visit, { texts: {}, form: idle, error }, problem.status)
        answer.headers['x-robots-tag'] = 'noindex'
        return compressOnce(answer)
      }
      const key = `${problem.status} ${problem.code === 'preview_expired'} ${visit.language} ${visit.theme} ${visit.privacyControl}`
      // They depend on nothing that changes, so each is made once: refusing must cost less than serving. Only that of a
      // fault names its request.
      const isOneOff = problem.status === 500
      const page = isOneOff ? make() : (errorPages.get(key) ?? make())
      if (!isOneOff) errorPages.set(key, page)
      const answer = await page.catch((error: unknown) => {
        errorPages.delete(key)
        throw error
      })
      const { retryAfter } = problem.options
      if (retryAfter !== undefined) reply.raw.setHeader('retry-after', String(retryAfter))
      sendCachedResponse(request, reply, answer)
    },

    /**
     * Sends the page of a text that is not published, with the published texts of its language. Never cached.
     */
    async sendPreview(
      request: FastifyRequest,
      reply: FastifyReply,
      preview: Preview,
      published: PublishedTexts,
    ): Promise<void> {
      const page = getPageOfText(preview.key)
      const { key, language, expiresAt } = preview
      const visit = {
        ...readVisit(request.raw, isCounted),
        ...{ language, path: page.path, variant: '', isBare: false },
      }
      const texts = textsOfPreview(preview, published)
      const form = formOf(page, visit)
      await sendOnce(request, reply, () => {
        const answer = render(page.name, visit, { texts, form, preview: { key, expiresAt } }, 200, true)
        answer.headers['x-frame-options'] = 'SAMEORIGIN'
        return answer
      })
    },

    /**
     * Sends a page about one person or thing, in the visitor's language. Never cached, never indexed.
     */
    async sendPersonal(
      request: FastifyRequest,
      reply: FastifyReply,
      page: PageName,
      about: Partial<PageInput>,
      status = 200,
    ): Promise<void> {
      const visit = { ...readVisit(request.raw, isCounted), variant: '' }
      await sendOnce(request, reply, () =>
        render(page, visit, { texts: {}, form: idle, ...about }, status, true),
      )
    },

    /**
     * Sends a page of a personal matter that names nobody, from the page cache. Only for a few values of `about`: each is
     * cached separately.
     */
    async sendNeutral(
      request: FastifyRequest,
      reply: FastifyReply,
      page: PageName,
      about: Partial<PageInput>,
      status = 200,
    ): Promise<void> {
      const visit = { ...readVisit(request.raw, isCounted), variant: '' }
      const build = async () => {
        const answer = render(page, visit, { texts: {}, form: idle, ...about }, status, true)
        return { ...answer, headers: { ...answer.headers, 'cache-control': 'no-cache' } }
      }
      const { isBare, language, theme, privacyControl } = visit
      const key = `neutral ${JSON.stringify([page, about, status, isBare, language, theme, privacyControl])}`
      sendCachedResponse(request, reply, await cache.get(key, () => inTurn(build, sharedTimeout)))
    },

    /** What the picture shows that a preview's page would be shared with. */
    describePreviewCard(preview: Preview, published: PublishedTexts): ShareCard {
      const { key, language } = preview
      const texts = textsOfPreview(preview, published)
      const t = catalogues.translator(language)
      return renderer.describeCard(getPageOfText(key).name, { language, facts, texts, t })
    },
  }
}
export type Pages = ReturnType<typeof createPages>

/** Of the published texts, those that a page shows. */
export function textsOfPage(page: PublicPage, published: PublishedTexts): PublishedTexts {
  return Object.fromEntries(page.reads.flatMap((key) => (published[key] ? [[key, published[key]]] : [])))
}

/** The texts of the page that shows a preview's text: those that are published, and that one in place of its own. */
function textsOfPreview({ key, text }: Preview, published: PublishedTexts): PublishedTexts {
  const page = getPageOfText(key)
  const { [key]: _published, ...others } = textsOfPage(page, published)
  // Without content, only the text that speaks for the page has something to say.
  return text.content === '' && key !== page.reads[0] ? others : { ...others, [key]: text }
}
