import type { IncomingMessage } from 'node:http'
import type { FormState } from '#features/early-adopters/model.ts'
import { findCookie, readLocalizedPath } from '#http/request-language.ts'
import type { Language } from '#shared/languages.ts'
import { segments } from '#shared/segments.ts'
import type { PublicPage, Theme } from '#site/contract.ts'

/** What a request for a page asks for, apart from the page. */
export interface Visit {
  language: Language
  theme: Theme
  /** Whether the address names no language, so that the response depends on the visitor. */
  isBare: boolean
  path: string
  /**
   * What the query asks of this page, written in one way only: empty for what the page shows anyway, and never more
   * than the page knows, so that nobody can fill the page cache with spellings.
   */
  variant: string
  /** Whether Global Privacy Control keeps this visit from being counted: only where a tag could count it. */
  privacyControl: boolean
}

/** The key under which the answer to a visit is kept. */
export function keyOf({ isBare, language, path, variant, theme, privacyControl }: Visit): string {
  return `${isBare ? 'bare' : 'page'} ${language} ${path} ${variant} ${theme}${privacyControl ? ' gpc' : ''}`
}

/** Reads what requests for pages ask for, on a site that counts visits with a tag or does not. */
export function createVisitReader(pages: readonly PublicPage[], isCounted: boolean) {
  const pagesByPath = new Map(pages.map((page) => [page.path, page]))

  /** What a request asks for if it is for a page. */
  function read(request: IncomingMessage): Visit {
    const { url = '/', headers } = request
    const mark = url.indexOf('?')
    const query = mark < 0 ? '' : url.slice(mark + 1)
    const { language, path, isBare } = readLocalizedPath(request)
    return {
      ...{ isBare, language, path },
      theme: readTheme(findCookie(headers.cookie, 'theme')),
      variant: query ? variantOf(pagesByPath.get(path), language, query) : '',
      privacyControl: isCounted && headers['sec-gpc'] === '1',
    }
  }

  return {
    read,

    /** Reads the visit of a public page fast: this runs before routing, on every hit. */
    find(request: IncomingMessage): Visit | undefined {
      const { url = '/' } = request
      if (url.startsWith('/api') || url.startsWith('/assets/')) return
      const visit = read(request)
      return pagesByPath.has(visit.path) ? visit : undefined
    },
  }
}
export type VisitReader = ReturnType<typeof createVisitReader>

/** The form as a visit shows it: idle with the segment asked for, or after a registration that went through. */
export function formOf(page: PublicPage, { variant }: Pick<Visit, 'variant'>): FormState {
  const asked = new URLSearchParams(page.form ? variant : '')
  const segment = segments.find((one) => one === asked.get('segment')) ?? page.form
  const values = segment ? { segment } : {}
  return { status: asked.has('registered') ? 'registered' : 'idle', values, errors: {} }
}

function variantOf(page: PublicPage | undefined, language: Language, query: string): string {
  if (page?.form) {
    const { status, values } = formOf(page, { variant: query })
    if (status === 'registered') return 'registered'
    return values.segment && values.segment !== page.form ? `segment=${values.segment}` : ''
  }
  return page?.writeVariant?.(query, language) ?? ''
}

function readTheme(value: string | undefined): Theme {
  return value === 'light' || value === 'dark' ? value : 'auto'
}
