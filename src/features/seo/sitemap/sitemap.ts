import type { MappedPage } from '#features/seo/contract.ts'
import { createSitemapEntries, type SitemapEntry, type SitemapEntryOptions } from './entries.ts'
import { urlSet, writeEntry, writeIndex } from './sitemap-xml.ts'

/**
 * How many things one file lists, each in ten languages with all alternates. Fifty thousand addresses, which the protocol
 * allows, would exceed the 50 MB that it allows as well.
 */
export const thingsPerFile = 2_000
/** Up to how many things the whole sitemap is one small file, which is kept in memory. */
const smallLimit = 100

/** What is served at an address of the sitemap: a text that may be kept, or one that is written while it is sent. */
export type SitemapFile = { text: string } | { parts: AsyncIterable<string> }

/**
 * The sitemap: one file while it is small, else an index of files by type. Large ones are written while they are sent, so that
 * memory stays the same however many there are.
 */
export function createSitemap<Page extends MappedPage>(options: SitemapEntryOptions<Page>) {
  const { publicUrl } = options
  const { countItems, countPages, readItems, readPages, listAddresses } = createSitemapEntries(options)
  const write = (entries: readonly SitemapEntry[]) =>
    entries.map((entry) => writeEntry(publicUrl, entry)).join('')
  const isSplit = (items: number) => items + countPages() > thingsPerFile

  async function* writeFile(start: string, from: number, to: number): AsyncGenerator<string> {
    yield urlSet.start + start
    // In small parts, so that one can tell a slow reader from one that reads nothing.
    for await (const entries of readItems(from, to))
      for (const entry of entries) yield writeEntry(publicUrl, entry)
    yield urlSet.end
  }

  return {
    listAddresses,

    /** `/sitemap.xml`. */
    async readMain(): Promise<SitemapFile> {
      const items = await countItems()
      if (isSplit(items)) {
        const files = Math.ceil(items / thingsPerFile)
        const numbers = Array.from({ length: files }, (_, index) => `/sitemap-documents-${index + 1}.xml`)
        return { text: writeIndex(['/sitemap-pages.xml', ...numbers].map((path) => publicUrl + path)) }
      }
      const parts = writeFile(write(await readPages()), 0, items)
      return items <= smallLimit ? { text: await join(parts) } : { parts }
    },

    /** `/sitemap-pages.xml`; undefined while the sitemap is one file. */
    async readPages(): Promise<SitemapFile | undefined> {
      if (!isSplit(await countItems())) return undefined
      return { text: urlSet.start + write(await readPages()) + urlSet.end }
    },

    /** `/sitemap-documents-<number>.xml`, counted from 1; undefined beyond the last one. */
    async readItems(number: number): Promise<SitemapFile | undefined> {
      const items = await countItems()
      const from = (number - 1) * thingsPerFile
      if (!isSplit(items) || from >= items) return undefined
      return { parts: writeFile('', from, Math.min(items, from + thingsPerFile)) }
    },
  }
}
export type Sitemap = ReturnType<typeof createSitemap>

async function join(parts: AsyncIterable<string>): Promise<string> {
  let whole = ''
  for await (const part of parts) whole += part
  return whole
}
