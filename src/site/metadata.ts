import type { ContentKey } from '#features/content/contract.ts'
import { directionOf, languages } from '#shared/languages.ts'
import type { PageInput } from './contract.ts'

/** What the head of a document says about its page. */
export interface Metadata {
  title: string
  description: string
  keywords: string
  /** Addresses for search engines; none on a page that is not to be indexed. */
  addresses?: { canonical: string; alternates: { hreflang: string; href: string }[] }
}

const descriptionKey: ContentKey = 'home-hero'

/** The metadata of the page asked for: the team's own words where it has published some. */
export function describePage({ page, path, language, facts, texts, error, t }: PageInput): Metadata {
  if (page === 'error') {
    const title = t(`site:error.${errorKind(error?.status)}.title`)
    return { title: `${title} · ${facts.name}`, description: '', keywords: '' }
  }
  const published = texts[descriptionKey]
  const address = (code: string) => `${facts.publicUrl}/${code}${path}`
  return {
    title: published?.seo_title || t('site:meta.title'),
    description: published?.seo_description || t('site:meta.description'),
    keywords: published?.seo_keywords || t('site:meta.keywords'),
    addresses: {
      canonical: address(language),
      alternates: [
        ...languages.map((code) => ({ hreflang: code, href: address(code) })),
        { hreflang: 'x-default', href: `${facts.publicUrl}${path}` },
      ],
    },
  }
}

const explainedErrors = [404, 429, 500, 503]

/** The key of the texts that explain a status. */
export function errorKind(status: number | undefined): string {
  return status && explainedErrors.includes(status) ? String(status) : 'other'
}

/** The `lang` and `dir` of a document, and its `data-theme` where the visitor has chosen one. */
export function documentAttributes({ language, theme }: PageInput): Record<string, string> {
  return {
    lang: language,
    dir: directionOf(language),
    ...(theme !== 'auto' && { 'data-theme': theme }),
  }
}

/** The colour of the paper, for the browser's own frame. */
export const themeColors = { light: '#f2eee3', dark: '#0b1716' } as const
