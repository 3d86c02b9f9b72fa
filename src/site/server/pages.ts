import type { IncomingMessage } from 'node:http'
import type { PageCache } from '#http/page-cache.ts'
import { type Language, languages } from '#shared/languages.ts'
import { readArticleText } from './article-text.ts'
import { createErrorPages } from './error-pages.ts'
import { createItemPages } from './item-pages.ts'
import { createPageResponses, type PageResponseOptions } from './page-responses.ts'
import { createPersonalPages } from './personal-pages.ts'
import { createPreviewPages } from './preview-pages.ts'
import { createVisitReader, keyOf, type VisitOptions } from './visit.ts'

interface PageOptions extends PageResponseOptions, Pick<VisitOptions, 'defaultLanguage'> {
  cache: PageCache
  /** Calls a function whenever settings or texts have changed. */
  onChange(listener: () => void): void
}

/** Creates the public pages, from the page cache or rendered for it, in the visitor's language and theme. */
export function createPages({ cache, ...options }: PageOptions) {
  const { publicPages } = options.renderer
  const responses = createPageResponses(options)
  const { isCounted } = responses
  const visits = createVisitReader({
    pages: publicPages,
    isCounted,
    defaultLanguage: options.defaultLanguage,
  })

  // The keys of most requests, computed once: a page with a language in its path, without cookies.
  const plainKeys = new Map(
    languages.flatMap((language) =>
      publicPages.map(({ path }) => {
        const visit = { language, path, theme: 'auto', isBare: false, variant: '' } as const
        return [`/${language}${path}`, keyOf({ ...visit, privacyControl: false })]
      }),
    ),
  )

  return {
    ...{ publicPages, readVisit: visits.read, responses },
    ...createErrorPages({ responses, visits, onChange: options.onChange }),
    ...createPreviewPages({ ...options, responses, visits }),
    ...createPersonalPages({ responses, visits, cache }),
    ...createItemPages({ responses, visits, cache }),

    /** The words of a public page without data of its own, as plain text. */
    readText(page: 'privacy' | 'terms', language: Language): string {
      const visit = { language, path: `/${page}`, theme: 'auto', isBare: false, variant: '' } as const
      const { body } = responses.render({ page, data: undefined }, { ...visit, privacyControl: false }, 200)
      return readArticleText(body)
    },

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
  }
}
export type Pages = ReturnType<typeof createPages>
