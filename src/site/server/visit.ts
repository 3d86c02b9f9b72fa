import type { IncomingMessage } from 'node:http'
import type { FormState } from '#features/early-adopters/model.ts'
import { findCookie, readLocalizedPath } from '#http/request-language.ts'
import type { Language } from '#shared/languages.ts'
import { segments } from '#shared/segments.ts'
import type { PublicPage, Theme } from '#site/contract.ts'

/** The properties of a request for a page that its response depends on. */
export interface Visit {
  language: Language
  theme: Theme
  /** Whether the address names no language, so that the response depends on the visitor. */
  isBare: boolean
  path: string
  /**
   * The query in normalized form: empty for the default, and without parameters that the page does not know, so that
   * nobody can fill the page cache with variations.
   */
  variant: string
  /** Whether the request has Global Privacy Control; always false without a Google tag. */
  privacyControl: boolean
}

/** The cache key of the response to a visit. */
export function keyOf({ isBare, language, path, variant, theme, privacyControl }: Visit): string {
  return `${isBare ? 'bare' : 'page'} ${language} ${path} ${variant} ${theme}${privacyControl ? ' gpc' : ''}`
}

export interface VisitOptions {
  pages: readonly PublicPage[]
  /** Whether the site has a Google tag. */
  isCounted: boolean
  /** For visitors who ask for none of our languages. */
  defaultLanguage(): Language
}

/** Creates the reader of visits. */
export function createVisitReader({ pages, isCounted, defaultLanguage }: VisitOptions) {
  const pagesByPath = new Map(pages.map((page) => [page.path, page]))
  const itemPaths = pages.flatMap(({ itemPath }) => itemPath ?? [])

  /** The visit of a request, as if it were for a page. */
  function read(request: IncomingMessage): Visit {
    const { url = '/', headers } = request
    const mark = url.indexOf('?')
    const query = mark < 0 ? '' : url.slice(mark + 1)
    const { language, path, isBare } = readLocalizedPath(request, defaultLanguage())
    return {
      ...{ isBare, language, path },
      theme: readTheme(findCookie(headers.cookie, 'theme')),
      variant: query ? variantOf(pagesByPath.get(path), language, query) : '',
      privacyControl: isCounted && headers['sec-gpc'] === '1',
    }
  }

  return {
    read,

    /** The visit of a request for a public page or a page about one thing of many. Must be fast: it runs before routing, for every request. */
    find(request: IncomingMessage): Visit | undefined {
      const { url = '/' } = request
      if (url.startsWith('/api') || url.startsWith('/assets/')) return
      const visit = read(request)
      if (pagesByPath.has(visit.path)) return visit
      return itemPaths.some((path) => path.test(visit.path)) ? visit : undefined
    },
  }
}
export type VisitReader = ReturnType<typeof createVisitReader>

/** The state of the form for a visit: idle with the requested segment and kind, or registered. */
export function formOf({ form }: PublicPage, { variant }: Pick<Visit, 'variant'>): FormState {
  if (!form) return { status: 'idle', values: {}, errors: {} }
  const asked = new URLSearchParams(variant)
  const segment = segments.find((one) => one === asked.get('segment')) ?? form.segment
  const kind = form.otherKinds?.find((one) => one === asked.get('kind')) ?? form.kind
  return { status: asked.has('registered') ? 'registered' : 'idle', values: { segment, kind }, errors: {} }
}

/** The query of a page with this form, without what is so by default. */
export function formQueryOf({ form }: PublicPage, { status, values: { segment, kind } }: FormState): string {
  return [
    status === 'registered' ? 'registered' : segment !== form?.segment && `segment=${segment}`,
    kind !== form?.kind && `kind=${kind}`,
  ]
    .filter(Boolean)
    .join('&')
}

function variantOf(page: PublicPage | undefined, language: Language, query: string): string {
  if (page?.form) return formQueryOf(page, formOf(page, { variant: query }))
  return page?.writeVariant?.(query, language) ?? ''
}

function readTheme(value: string | undefined): Theme {
  return value === 'light' || value === 'dark' ? value : 'auto'
}
