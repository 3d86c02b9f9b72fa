import type { ShareCard } from '#features/seo/contract.ts'
import { shareCardPath } from '#features/seo/model.ts'
import { directionOf, type Language, languages } from '#shared/languages.ts'
import { isInputOf, type PageError, type PageInput, type PublicPage } from './contract.ts'
import { findPublicPage } from './routes.ts'

/** The metadata of a page. */
export interface Metadata {
  title: string
  description: string
  keywords: string
  /** Addresses for search engines; none on a page that is not to be indexed. */
  addresses?: { canonical: string; alternates: { hreflang: string; href: string }[] }
}

/** The metadata of a page that is not public. */
export interface PageDescription {
  title: string
  description?: string
  /** The share picture, below the page's address; without one there is no Open Graph metadata. */
  sharePicture?: { path: string; text: string }
}

/** The texts of a page in its language. */
type Words = Pick<PageInput, 'language' | 'facts' | 'texts' | 't'>

/** Title, description and keywords of a page: of its published text, else of the settings, else the built-in ones. */
export function describeWords({ name, metadata, reads }: PublicPage, words: Words) {
  const { texts, t } = words
  const published = reads[0] && texts[reads[0]]
  const own = name === 'landing' ? describeSite(words) : undefined
  return {
    title: published?.seo_title || own?.title || t(`${metadata}.title`),
    description: published?.seo_description || own?.description || t(`${metadata}.description`),
    keywords: joinKeywords(published?.seo_keywords || own?.keywords || t(`${metadata}.keywords`)),
  }
}

/** What the settings say about the site as a whole, for its first page. */
function describeSite({ language, facts: { search, taglines }, t }: Words) {
  const tagline = taglines[language]
  return {
    title: search.titles[language] || (tagline && t('site:meta.tagline', { tagline })),
    description: search.descriptions[language],
    keywords: search.keywords[language],
  }
}

/** Keywords separated by ASCII commas, as HTML requires, from those of any language. */
function joinKeywords(keywords: string): string {
  const list = keywords.split(/[,،、，;؛；\n]/u).map((keyword) => keyword.trim())
  return [...new Set(list.filter(Boolean))].join(', ')
}

/**
 * The metadata of a page: that of its published text where there is one. `own` is the metadata of a page that is not
 * public.
 */
export function describePage(input: PageInput, own?: PageDescription): Metadata {
  const { path, language, facts, t } = input
  const page = findPublicPage(input.page, input)
  if (!page) {
    const title = isInputOf(input, 'error') ? t(`${errorTexts(input.data)}.title`) : (own?.title ?? '')
    return { title: `${title} · ${facts.name}`, description: own?.description ?? '', keywords: '' }
  }
  const address = (code: string) => `${facts.publicUrl}/${code}${path}`
  return {
    ...describeWords(page, input),
    addresses: {
      canonical: address(language),
      alternates: [
        ...languages.map((code) => ({ hreflang: code, href: address(code) })),
        { hreflang: 'x-default', href: `${facts.publicUrl}${path}` },
      ],
    },
  }
}

/** A page's title without the site's name, for places that show the name already. */
export function shortenTitle(title: string, name: string, language: Language): string {
  const [, after] = title.startsWith(name)
    ? (/^\s*[:：·|–—-]\s*(.+)$/su.exec(title.slice(name.length)) ?? [])
    : []
  const [, before] = title.endsWith(name)
    ? (/^(.+?)\s*[·|–—-]\s*$/su.exec(title.slice(0, -name.length)) ?? [])
    : []
  const short = after ?? before ?? title
  const [first = ''] = short
  return first.toLocaleUpperCase(language) + short.slice(first.length)
}

/** The content of the share picture of a page. */
export function describeShareCard(page: PublicPage, words: Words): ShareCard {
  const { language, facts } = words
  const { title, description } = describeWords(page, words)
  return {
    page: page.name,
    language,
    name: facts.name,
    title: shortenTitle(title, facts.name, language),
    lead: description,
  }
}

/** The Open Graph locale of each language. */
const locales: Record<Language, string> = {
  en: 'en_US',
  es: 'es_ES',
  fr: 'fr_FR',
  de: 'de_DE',
  it: 'it_IT',
  pt: 'pt_BR',
  ru: 'ru_RU',
  zh: 'zh_CN',
  ar: 'ar_AR',
  hi: 'hi_IN',
}

/** The Open Graph metadata of a page; none for error pages and personal pages. */
export function describeShare(input: PageInput, own?: PageDescription) {
  const { path, language, facts, t } = input
  const common = {
    locale: locales[language],
    url: `${facts.publicUrl}/${language}${path}`,
  }
  if (own?.sharePicture) {
    const { path: picturePath, text } = own.sharePicture
    return { ...common, type: 'website', picture: common.url + picturePath, pictureText: text }
  }
  const page = findPublicPage(input.page, input)
  if (!page) return undefined
  const card = describeShareCard(page, input)
  return {
    ...common,
    type: page.kind === 'TechArticle' ? 'article' : 'website',
    picture: facts.publicUrl + shareCardPath(card),
    pictureText: t('site:card.alt', { title: card.title }),
  }
}

const explainedErrors = [404, 410, 429, 500, 503]

/** The key of the texts that explain an error. */
export function errorTexts({ reason, status }: PageError): string {
  return reason === 'preview_expired' ? 'preview:expired' : `site:error.${errorKind(status)}`
}

/** The type of an error, by its status. */
export function errorKind(status: number | undefined): string {
  // A full disk, which visitors need not know.
  if (status === 507) return '503'
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

/** The background colour, for the browser's own interface. */
export const themeColors = { light: '#f2eee3', dark: '#0b1716' } as const
