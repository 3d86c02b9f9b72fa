import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FormState } from '#features/early-adopters/model.ts'
import type { EdgeCopy } from '#http/edge/edge-headers.ts'
import { createRenderQueue } from '#http/limits/render-queue.ts'
import {
  type CachedResponse,
  compressResponse,
  sendCachedResponse,
  type UncompressedResponse,
} from '#http/page-cache.ts'
import { pagePolicy, privateHeaders } from '#http/security-headers.ts'
import type { Catalogues } from '#platform/catalogues.ts'
import type { Clock } from '#platform/clock.ts'
import { countAsWait, findWaitLimit } from '#platform/database/wait-limit.ts'
import type { PageFacts, PageInput, PageName, RenderInput } from '#site/contract.ts'
import type { PageRenderer } from './renderer.ts'
import type { Visit } from './visit.ts'

export interface PageResponseOptions {
  renderer: PageRenderer
  catalogues: Catalogues
  facts(): PageFacts
  /** Whether the site has a Google tag. */
  isCounted: boolean
  assets: RenderInput['assets']
  /** Headers of every response. */
  headers: Record<string, string>
  /** Tells the year of the copyright. */
  clock: Clock
}

// The time limit for waiting in the render queue, in milliseconds: longer for a page that many visitors wait for.
export const sharedTimeout = 10_000
const personalTimeout = 2_000
// The compression of uncached responses: a tenth of the time of the best quality, for a tenth more bytes.
const onceQuality = 5

const idle: FormState = { status: 'idle', values: {}, errors: {} }

/** A response to this request only: never cached. */
export async function compressOnce(answer: UncompressedResponse): Promise<CachedResponse> {
  const headers = { ...answer.headers, 'cache-control': 'no-store' }
  return compressResponse({ ...answer, headers }, onceQuality)
}

/** Renders pages as responses, a few at a time. */
export function createPageResponses(options: PageResponseOptions) {
  const { renderer, catalogues, facts, isCounted, assets, headers, clock } = options
  const queue = createRenderQueue()
  const findYear = () => clock.now().getUTCFullYear()
  // Those whose turn it is may wait for the database, so waiting for them counts as that.
  const inTurn: typeof queue = (make, timeout) => {
    const remaining = Math.max(0, Math.floor(findWaitLimit()?.remaining ?? timeout))
    return countAsWait(queue(make, Math.min(timeout, remaining)))
  }

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
      year: findYear(),
      // Previews and personal links must not be counted or reported to others.
      facts: isPersonal ? withoutTag(facts()) : facts(),
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
        // Revalidated each time, so that a published change shows at once; mostly answered with 304.
        'cache-control': 'no-cache',
        vary: [
          'Accept-Encoding',
          ...(visit.isBare ? ['Accept-Language'] : []),
          'Cookie',
          ...(isCounted ? ['Sec-GPC'] : []),
        ].join(', '),
        ...(isPersonal && { ...privateHeaders, 'x-robots-tag': 'noindex, nofollow' }),
      },
      edge: isPersonal || content.preview ? undefined : copyOf(visit),
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

  return { isCounted, findYear, render, inTurn, sendOnce }
}

/** What a cache in front of us may keep: a page whose address names its language. */
function copyOf({ isBare, language, path, theme, privacyControl }: Visit): EdgeCopy | undefined {
  if (isBare) return
  return { key: `/${language}${path}`, isPlain: theme === 'auto' && !privacyControl }
}

function withoutTag({ googleTag: _googleTag, ...facts }: PageFacts): PageFacts {
  return facts
}

export type PageResponses = ReturnType<typeof createPageResponses>
