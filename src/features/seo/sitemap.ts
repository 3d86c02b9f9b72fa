import type { ContentKey } from '#features/content/contract.ts'
import { type Language, languages } from '#shared/languages.ts'
import { escapeMarkup } from '#shared/markup.ts'
import type { MappedPage } from './contract.ts'

/** When the built-in text of each page last changed, by page and language (`tools/date-pages.ts` writes it). */
export type PageDates = Record<string, Partial<Record<Language, { date: string; digest: string }>>>

/** When a text was published. */
export interface Publication {
  key: ContentKey
  language: Language
  publishedAt: Date
}

/** What the sitemap is made of. */
export interface SitemapOptions {
  publicUrl: string
  pages: readonly MappedPage[]
  pageDates: PageDates
  publications: readonly Publication[]
  /** When the entries that a page lists last changed, by page. */
  listed?: Partial<Record<string, Date>>
  /** Pages about single things. */
  items?: readonly MappedItem[]
}

/** A page about one thing of many. */
export interface MappedItem {
  /** Without the language, in languages that have none of their own. */
  path: string
  /** Of languages in which the thing is another one. */
  paths?: Partial<Record<Language, string>>
  changedAt: Date
}

/** When a page last changed: the newest of its built-in text, its published texts and its entries. */
function findLastChange(
  { name, reads }: MappedPage,
  language: Language,
  { pageDates, publications, listed }: SitemapOptions,
): string | undefined {
  const dates = publications
    .filter((one) => one.language === language && reads.includes(one.key))
    .map(({ publishedAt }) => publishedAt.toISOString())
  const builtIn = pageDates[name]?.[language]?.date
  if (builtIn) dates.push(builtIn)
  const inList = listed?.[name]
  if (inList) dates.push(inList.toISOString())
  // ISO 8601 dates in UTC can be compared as text.
  return dates.toSorted().at(-1)
}

/** An address that the sitemap lists. */
export interface ListedAddress {
  address: string
  language: Language
  type: 'page' | 'document'
  /** When it last changed, if that is known. */
  changedAt: Date | undefined
}

/** What the sitemap lists, with the last change of each address. */
export function listAddresses(options: SitemapOptions): ListedAddress[] {
  const { publicUrl, pages, items = [] } = options
  const addressOf = (path: string, language: Language) => `${publicUrl}/${language}${path}`
  const ofPages = pages.flatMap((page) =>
    languages.map((language) => {
      const changed = findLastChange(page, language, options)
      const changedAt = changed === undefined ? undefined : new Date(changed)
      return { address: addressOf(page.path, language), language, type: 'page' as const, changedAt }
    }),
  )
  const ofItems = items.flatMap(({ path, paths = {}, changedAt }) =>
    languages.map((language) => ({
      ...{ address: addressOf(paths[language] ?? path, language), language },
      ...{ type: 'document' as const, changedAt },
    })),
  )
  return [...ofPages, ...ofItems]
}

/** Every public page in every language with its alternates (sitemaps.org 0.9; Google's hreflang in sitemaps). */
export function writeSitemap(options: SitemapOptions): string {
  const { publicUrl, pages, items = [] } = options
  const urls = [
    ...pages.flatMap((page) =>
      writePage(publicUrl, page, (language) => findLastChange(page, language, options)),
    ),
    ...items.flatMap((item) => writePage(publicUrl, item, () => item.changedAt.toISOString())),
  ]
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n')
}

/** A page in every language. */
function writePage(
  publicUrl: string,
  { path, paths = {} }: Pick<MappedItem, 'path' | 'paths'>,
  changeOf: (language: Language) => string | undefined,
): string[] {
  const addressOf = (language: Language) => escapeMarkup(`${publicUrl}/${language}${paths[language] ?? path}`)
  const twinOf = (code: string, href: string) =>
    `<xhtml:link rel="alternate" hreflang="${code}" href="${href}"/>`
  const twins = [
    ...languages.map((language) => twinOf(language, addressOf(language))),
    twinOf('x-default', escapeMarkup(`${publicUrl}${path}`)),
  ]
  return languages.map((language) => {
    const changed = changeOf(language)
    const lastmod = changed ? `<lastmod>${changed}</lastmod>` : ''
    return `<url><loc>${addressOf(language)}</loc>${lastmod}${twins.join('')}</url>`
  })
}
