import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ContentKey, PublishedText } from '#features/content/contract.ts'
import type { FormState } from '#features/early-adopters/contract.ts'
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
import type {
  PageError,
  PageInput,
  PageName,
  PersonalPageName,
  PublicPage,
  RenderInput,
  SiteFacts,
} from '#site/contract.ts'
import { getPageOfText } from '#site/routes.ts'
import type { PageRenderer } from './renderer.ts'
import { createVisitReader, formOf, keyOf, type Visit } from './visit.ts'

interface PageOptions {
  renderer: PageRenderer
  cache: PageCache
  catalogues: Catalogues
  facts: SiteFacts
  assets: RenderInput['assets']
  /** Headers that every answer carries. */
  headers: Record<string, string>
}

/** Published texts of one language by key. */
export type PublishedTexts = Partial<Record<ContentKey, PublishedText>>

/** A page about one person or thing. */
export interface PersonalContent<Name extends PersonalPageName>
  extends Pick<PageInput<Name>, 'page' | 'data'> {
  /** 200 when left out. */
  status?: number
  /** The path that its links to other languages lead to, where that is not the one asked for. */
  path?: string
}

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
  const { publicPages } = renderer
  const visits = createVisitReader(publicPages, isCounted)
  const errorPages = new Map<string, Promise<CachedResponse>>()
  const inTurn = createRenderQueue()

  function render<Name extends PageName>(
    content: Pick<PageInput<Name>, 'page' | 'data'> & Partial<Pick<PageInput, 'texts' | 'form' | 'preview'>>,
    visit: Visit,
    status: number,
    isPersonal = false,
  ): UncompressedResponse {
    const { html, styles } = renderer.renderPage({
      texts: {},
      form: idle,
      language: visit.language,
      theme: visit.theme,
      privacyControl: visit.privacyControl,
      path: visit.path,
      // Who looks at a preview is no visitor to be counted, and a link of one's own is nobody else's business.
      facts: isPersonal ? uncounted : facts,
      t: catalogues.translator(visit.language),
      assets,
      ...content,
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
          preview: content.preview !== undefined,
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

  /** The visit of a personal page: it has no variants, and may say that it is at another path than was asked for. */
  function readPersonal(request: FastifyRequest, { path }: { path?: string }): Visit {
    return { ...visits.read(request.raw), variant: '', ...(path !== undefined && { path }) }
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
    publicPages,
    readVisit: visits.read,
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
      const visit = visits.find(request)
      return visit && keyOf(visit)
    },

    /** Answers a visitor with an error page in their language and look. */
    async sendError(request: FastifyRequest, reply: FastifyReply, problem: Problem): Promise<void> {
      // One page for all missing addresses, so it must not speak of this one.
      const visit = { ...visits.read(request.raw), path: '/', variant: '' }
      const make = async () => {
        const data: PageError = {
          status: problem.status,
          ...(problem.status === 500 && { requestId: request.id }),
          ...(problem.code === 'preview_expired' && { reason: problem.code }),
        }
        const answer = render({ page: 'error', data }, visit, problem.status)
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
        ...visits.read(request.raw),
        ...{ language, path: page.path, variant: '', isBare: false },
      }
      const texts = textsOfPreview(preview, published)
      const form = formOf(page, visit)
      await sendOnce(request, reply, () => {
        const content = { page: page.name, data: undefined, texts, form, preview: { key, expiresAt } }
        const answer = render(content, visit, 200, true)
        answer.headers['x-frame-options'] = 'SAMEORIGIN'
        return answer
      })
    },

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
     * Sends a page of a personal matter that names nobody, from the page cache. Only for a few contents: each is cached
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
      sendCachedResponse(request, reply, await cache.get(key, () => inTurn(build, sharedTimeout)))
    },

    /** What the picture shows that a preview's page would be shared with. */
    describePreviewCard(preview: Preview, published: PublishedTexts): ShareCard {
      const { key, language } = preview
      const texts = textsOfPreview(preview, published)
      const t = catalogues.translator(language)
      return renderer.describeCard(getPageOfText(key), { language, facts, texts, t })
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
