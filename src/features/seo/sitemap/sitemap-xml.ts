import { pathIn } from '#features/seo/addresses/address-source.ts'
import { languages } from '#shared/languages.ts'
import { escapeMarkup } from '#shared/markup.ts'
import type { SitemapEntry } from './entries.ts'

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
