import { Parser } from 'htmlparser2'

/** An address of a sitemap, absolute as written, with the addresses that it names for languages. */
export interface SitemapEntry {
  address: string
  alternates: { hreflang: string; href: string }[]
}

/** What a sitemap file holds: addresses of pages, or those of further files. */
export interface SitemapFile {
  kind: 'addresses' | 'files' | 'unreadable'
  files: string[]
}

/** Reads a sitemap or an index of sitemaps (sitemaps.org 0.9), and passes on each entry as it is read. */
export function readSitemap(xml: string, onEntry: (entry: SitemapEntry) => void): SitemapFile {
  const file: SitemapFile = { kind: 'unreadable', files: [] }
  let entry: SitemapEntry = { address: '', alternates: [] }
  let text: string | undefined
  let isClosed = false
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'urlset') file.kind = 'addresses'
        else if (name === 'sitemapindex') file.kind = 'files'
        else if (name === 'url' || name === 'sitemap') entry = { address: '', alternates: [] }
        else if (name === 'loc') text = ''
        else if (name === 'xhtml:link' && attributes.hreflang !== undefined)
          entry.alternates.push({ hreflang: attributes.hreflang, href: attributes.href ?? '' })
      },
      ontext(part) {
        if (text !== undefined) text += part
      },
      onclosetag(name, isImplied) {
        if (name === 'loc') {
          entry.address = text?.trim() ?? ''
          text = undefined
        } else if (name === 'url') onEntry(entry)
        else if (name === 'sitemap') file.files.push(entry.address)
        else if (name === 'urlset' || name === 'sitemapindex') isClosed = !isImplied
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(xml)
  // One that ends half-way is refused by every reader of XML.
  return isClosed ? file : { kind: 'unreadable', files: [] }
}
