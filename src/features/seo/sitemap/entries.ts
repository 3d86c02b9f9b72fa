import type { ContentKey } from '#features/content/contract.ts'
import type { MappedPage } from '#features/seo/contract.ts'
import { type Language, languages } from '#shared/languages.ts'
import { escapeMarkup } from '#shared/markup.ts'

/** When the built-in text of each page last changed, by page and language (`tools/date-pages.ts` writes it). */
export type PageDates = Record<string, Partial<Record<Language, { date: string; digest: string }>>>

/** When a text was published. */
export interface Publication {
  key: ContentKey
  language: Language
  publishedAt: Date
}

/** A page about one thing of many. */
export interface MappedItem {
  /** Without the language, in languages that have none of their own. */
  path: string
  /** Of languages in which the thing is another one. */
  paths?: Partial<Record<Language, string>>
  title: string
  changedAt: Date
}

/** A page in every language, as the sitemap lists it. */
export interface SitemapEntry extends Pick<MappedItem, 'path' | 'paths'> {
  /** When it last changed in a language, in ISO 8601. */
  changeOf(language: Language): string | undefined
  /** The path of its picture in a language. */
  pictureOf(language: Language): string
}

/** An address that the sitemap lists. */
export interface ListedAddress {
  address: string
  language: Language
  type: 'page' | 'document'
  /** When it last changed, if that is known. */
  changedAt: Date | undefined
}

/** The addresses of an entry, one in each language. */
export function listAddressesOf(
  publicUrl: string,
  entry: Pick<SitemapEntry, 'path' | 'paths' | 'changeOf'>,
  type: ListedAddress['type'],
): ListedAddress[] {
  return languages.map((language) => {
    const changed = entry.changeOf(language)
    const changedAt = changed === undefined ? undefined : new Date(changed)
    return { address: publicUrl + pathIn(entry, language), language, type, changedAt }
  })
}

export interface PageChanges {
  pageDates: PageDates
  publications: readonly Publication[]
  /** When the entries that a page lists last changed, by page. */
  listed?: Partial<Record<string, Date>>
}

/** When a page last changed: the newest of its built-in text, its published texts and its entries. */
export function findLastChange(
  { name, reads }: MappedPage,
  language: Language,
  { pageDates, publications, listed }: PageChanges,
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

/** Where a page is in a language, below the site's own address. */
const pathIn = ({ path, paths = {} }: Pick<MappedItem, 'path' | 'paths'>, language: Language) =>
  `/${language}${paths[language] ?? path}`

/** A page in all languages, each with the others as its alternates and with its picture. */
export function writeEntry(publicUrl: string, entry: SitemapEntry): string {
  const addressOf = (path: string) => escapeMarkup(publicUrl + path)
  const alternate = (code: string, path: string) =>
    `<xhtml:link rel="alternate" hreflang="${code}" href="${addressOf(path)}"/>`
  const alternates = [
    ...languages.map((language) => alternate(language, pathIn(entry, language))),
    alternate('x-default', entry.path),
  ].join('')
  return languages
    .map((language) => {
      const changed = entry.changeOf(language)
      const lastmod = changed ? `<lastmod>${changed}</lastmod>` : ''
      const picture = `<image:image><image:loc>${addressOf(entry.pictureOf(language))}</image:loc></image:image>`
      return `<url><loc>${addressOf(pathIn(entry, language))}</loc>${lastmod}${alternates}${picture}</url>\n`
    })
    .join('')
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
const sitemapSpace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** What stands around the entries of a sitemap (sitemaps.org 0.9; Google's hreflang and pictures in sitemaps). */
export const urlSet = {
  start: `${declaration}<urlset ${sitemapSpace} xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n`,
  end: '</urlset>\n',
}

/** An index of sitemaps, by their addresses. */
export function writeIndex(addresses: readonly string[]): string {
  const sitemaps = addresses.map((address) => `<sitemap><loc>${escapeMarkup(address)}</loc></sitemap>\n`)
  return `${declaration}<sitemapindex ${sitemapSpace}>\n${sitemaps.join('')}</sitemapindex>\n`
}
