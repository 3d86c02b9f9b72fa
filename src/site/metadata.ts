import type { Thing } from 'schema-dts'
import type { LocalizedPaths, ShareCard } from '#features/seo/contract.ts'
import { shareCardPath } from '#features/seo/model.ts'
import { fillTemplate } from '#features/seo/templates/model.ts'
import { directionOf, type Language, languages } from '#shared/languages.ts'
import { isInputOf, type PageError, type PageInput, type PublicPage } from './contract.ts'
import { findPublicPage } from './routes.ts'

/** The metadata of a page. */
export interface Metadata {
  title: string
  description: string
  keywords: string
  /** Addresses for search engines; none on a page that is not to be indexed. */
  addresses?: {
    canonical: string
    alternates: { hreflang: string; href: string }[]
    /** The parts of a list before and after this one. */
    neighbours?: { rel: 'prev' | 'next'; href: string }[]
  }
}

/** The metadata of a page, beside the texts that public ones have. */
export interface PageDescription {
  /** The title of a page that is not public. */
  title?: string
  description?: string
  /** Which part of a list a public page shows, where it has more than one. */
  part?: ListPart
  /** The share picture, below the page's address; without one there is no Open Graph metadata. */
  sharePicture?: { path: string; text: string }
  /** For search engines, of a page that they list; without it, the page is not to be indexed. */
  listing?: {
    /** The whole title, where the template for titles does not make it. */
    title?: string
    keywords: string
    /** What it is about, in the terms of schema.org. */
    subject: Thing
    /** The pages above it and itself, the first one first. */
    trail: readonly TrailStep[]
    /** Where languages have the thing under other paths. */
    twins?: LocalizedPaths
  }
}

/** A page on the way from the first one to another. */
export interface TrailStep {
  name: string
  /** Its whole address. */
  item: string
}

/** A part of a list that has an address of its own. Parts count from 1. */
interface ListPart {
  number: number
  /** How many there are. */
  of: number
  /** What the title says of it. */
  label: string
}

/** The texts of a page in its language. */
type Words = Pick<PageInput, 'language' | 'facts' | 'texts' | 't'>

/** Title, description and keywords of a page: of its published text, else of the settings, else the built-in ones. */
export function describeWords({ name, metadata, reads }: PublicPage, words: Words) {
  const { texts, t } = words
  const published = reads[0] && texts[reads[0]]
  const own = name === 'landing' ? describeSite(words) : undefined
  return {
    title: published?.seo_title || own?.title || fillTitle(t(`${metadata}.title`), name, words),
    description: published?.seo_description || own?.description || t(`${metadata}.description`),
    keywords: joinKeywords(published?.seo_keywords || own?.keywords || t(`${metadata}.keywords`)),
  }
}

/** A built-in title that ends with the name of the site, in the form of the template. */
function fillTitle(title: string, page: string, { language, facts: { name, search } }: Words): string {
  const short = shortenTitle(title, name, language)
  const hasName = title.includes(name) && !short.includes(name)
  return page === 'landing' || !hasName
    ? title
    : fillTemplate(search.titleTemplate, { title: short, site: name })
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

/** The metadata of a page: that of its published text where there is one. `own` is what the page says of itself. */
export function describePage(input: PageInput, own?: PageDescription): Metadata {
  const { facts, t } = input
  const page = findPublicPage(input.page, input)
  if (!page) {
    const title = isInputOf(input, 'error') ? t(`${errorTexts(input.data)}.title`) : (own?.title ?? '')
    const site = facts.name
    return {
      title: own?.listing?.title ?? fillTemplate(facts.search.titleTemplate, { title, site }),
      ...{ description: own?.description ?? '' },
      keywords: joinKeywords(own?.listing?.keywords ?? ''),
      ...(own?.listing && { addresses: listAddresses(input, own.listing.twins) }),
    }
  }
  const words = describeWords(page, input)
  if (facts.search.hiddenPages.includes(page.name)) return words
  if (!own?.part) return { ...words, addresses: listAddresses(input) }
  const title = own.part.number > 1 ? `${words.title} · ${own.part.label}` : words.title
  return { ...words, title, addresses: listPartAddresses(input, own.part) }
}

type Addresses = NonNullable<Metadata['addresses']>

/** The address of a page, and those of the same page in all languages. */
function listAddresses({ path, language, facts }: PageInput, twins: LocalizedPaths = { path }): Addresses {
  const pathIn = (code: Language) => twins.paths?.[code] ?? twins.path
  // Search engines want pages to name each other; one for which its language has another page is named by none, and is to
  // be listed in the language that has no other.
  if (pathIn(language) !== path) {
    const own = languages.find((code) => pathIn(code) === path) ?? language
    return { canonical: `${facts.publicUrl}/${own}${path}`, alternates: [] }
  }
  const canonical = `${facts.publicUrl}/${language}${path}`
  return {
    canonical,
    alternates: [
      ...languages.map((code) => ({ hreflang: code, href: `${facts.publicUrl}/${code}${pathIn(code)}` })),
      { hreflang: 'x-default', href: `${facts.publicUrl}${twins.path}` },
    ],
  }
}

/** The addresses of a part of a list, which other languages may not have. */
function listPartAddresses(input: PageInput, { number, of }: ListPart): Addresses {
  const { canonical, alternates } = listAddresses(input)
  const addressOf = (part: number) => (part > 1 ? `${canonical}?page=${part}` : canonical)
  return {
    canonical: addressOf(number),
    alternates: number > 1 ? [] : alternates,
    neighbours: [
      ...(number > 1 ? [{ rel: 'prev' as const, href: addressOf(number - 1) }] : []),
      ...(number < of ? [{ rel: 'next' as const, href: addressOf(number + 1) }] : []),
    ],
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
  const picture = facts.search.sharePictures[page.name]?.[language]
  return {
    page: page.name,
    ...(picture && { picture }),
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
  if (reason === 'preview_expired') return 'preview:expired'
  return `site:error.${reason ?? errorKind(status)}`
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
