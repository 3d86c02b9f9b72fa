import { type ShareCard, shareCardPath } from '#features/seo/contract.ts'
import { directionOf, type Language, languages } from '#shared/languages.ts'
import type { PageInput, PersonalPage } from './contract.ts'
import { getPublicPage, isPublicPage, type RouteName } from './routes.ts'

/** What the head of a document says about its page. */
export interface Metadata {
  title: string
  description: string
  keywords: string
  /** Addresses for search engines; none on a page that is not to be indexed. */
  addresses?: { canonical: string; alternates: { hreflang: string; href: string }[] }
}

/** What says a page's own words: its texts in its language. */
type Words = Pick<PageInput, 'language' | 'facts' | 'texts' | 't'>

function describeWords(page: RouteName, { texts, t }: Words) {
  const { metadata, reads } = getPublicPage(page)
  const published = reads[0] && texts[reads[0]]
  return {
    title: published?.seo_title || t(`${metadata}.title`),
    description: published?.seo_description || t(`${metadata}.description`),
    keywords: joinKeywords(published?.seo_keywords || t(`${metadata}.keywords`)),
  }
}

/** Keywords as HTML wants them, between plain commas, whichever commas the language writes. */
function joinKeywords(keywords: string): string {
  const list = keywords.split(/[,،、，;؛；\n]/u).map((keyword) => keyword.trim())
  return [...new Set(list.filter(Boolean))].join(', ')
}

/** The titles of the pages that are about one person or thing. */
const personalTitles: Record<PersonalPage, string> = {
  rights: 'rights:title',
  unsubscribe: 'rights:unsubscribe.title',
  badge: 'badge-page:meta.title',
}

/** The metadata of the page asked for: the team's own words where it has published some. */
export function describePage(input: PageInput): Metadata {
  const { page, path, language, facts, error, badge, t } = input
  if (!isPublicPage(page)) {
    const about = badge && { badge: badge.name, holder: badge.holder }
    const title = t(page === 'error' ? `${errorTexts(error)}.title` : personalTitles[page], about)
    const description = about ? t('badge-page:meta.description', about) : ''
    return { title: `${title} · ${facts.name}`, description, keywords: '' }
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

/** A page's title without the site's name around it, for where the name stands already. */
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

/** What the share picture of a page shows. */
export function describeShareCard(page: RouteName, words: Words): ShareCard {
  const { language, facts } = words
  const { title, description } = describeWords(page, words)
  return {
    page,
    language,
    name: facts.name,
    title: shortenTitle(title, facts.name, language),
    lead: description,
  }
}

/** Language and territory as Open Graph names them, of the variety each is written in. */
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

const articles: readonly RouteName[] = ['identity', 'transparency', 'industrial']

/** Whether a page explains one matter from beginning to end. */
export function isArticle(page: RouteName): boolean {
  return articles.includes(page)
}

/** What Open Graph says of a page beyond its metadata; nothing of an error, nor of what is for one reader. */
export function describeShare(input: PageInput) {
  const { page, path, language, facts, badge, t } = input
  const common = {
    locale: locales[language],
    otherLocales: languages.filter((code) => code !== language).map((code) => locales[code]),
    url: `${facts.publicUrl}/${language}${path}`,
  }
  if (badge) {
    const pictureText = t('badge-page:card.alt', { badge: badge.name })
    return { ...common, type: 'website', picture: `${common.url}/card.png`, pictureText }
  }
  if (!isPublicPage(page)) return undefined
  const card = describeShareCard(page, input)
  return {
    ...common,
    type: isArticle(page) ? 'article' : 'website',
    picture: facts.publicUrl + shareCardPath(card),
    pictureText: t('site:card.alt', { title: card.title }),
  }
}

const explainedErrors = [404, 410, 429, 500, 503]

/** The key of the texts that explain an error. */
export function errorTexts(error: PageInput['error']): string {
  return error?.reason === 'preview_expired' ? 'preview:expired' : `site:error.${errorKind(error?.status)}`
}

/** The kind of an error, by its status. */
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
