import type { IncomingMessage } from 'node:http'
import { readLibraryQuery, writeLibraryQuery } from '#features/documents/contract.ts'
import { findCookie, readLocalizedPath } from '#http/request-language.ts'
import type { Language } from '#shared/languages.ts'
import { segments } from '#shared/segments.ts'
import type { FormState, Theme } from '#site/contract.ts'
import { findPublicPage, type PublicPage } from '#site/routes.ts'

/** What a request for a page asks for, apart from the page. */
export interface Visit {
  language: Language
  theme: Theme
  /** Whether the address names no language, so that the answer depends on who asks. */
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

/** Reads a page request fast: this runs before routing, on every hit. Undefined for what is never a page. */
export function findVisit(request: IncomingMessage, isCounted: boolean): Visit | undefined {
  const { url = '/' } = request
  return url.startsWith('/api') || url.startsWith('/assets/') ? undefined : readVisit(request, isCounted)
}

/** Reads what a request asks for if it is for a page, of a site that counts visits with a tag or does not. */
export function readVisit(request: IncomingMessage, isCounted: boolean): Visit {
  const { url = '/', headers } = request
  const mark = url.indexOf('?')
  const query = mark < 0 ? '' : url.slice(mark + 1)
  const { language, path, isBare } = readLocalizedPath(request)
  return {
    ...{ isBare, language, path },
    theme: readTheme(findCookie(headers.cookie, 'theme')),
    variant: query ? variantOf(findPublicPage(path), language, query) : '',
    privacyControl: isCounted && headers['sec-gpc'] === '1',
  }
}

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
  return page?.listsDocuments ? writeLibraryQuery(readLibraryQuery(query, language), language) : ''
}

function readTheme(value: string | undefined): Theme {
  return value === 'light' || value === 'dark' ? value : 'auto'
}
