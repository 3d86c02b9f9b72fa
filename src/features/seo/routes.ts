import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { ContentKey, PublishedText } from '#features/content/contract.ts'
import { type CacheOptions, sendCached } from '#http/page-cache.ts'
import { defineRoutes } from '#http/routes.ts'
import { type Language, languages } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import type { MappedPage, ShareCard } from './contract.ts'
import { writeManifest } from './manifest.ts'
import { shareCardPath } from './model.ts'
import { writeRobots } from './robots.ts'
import type { ShareCards } from './share-cards.ts'
import {
  type MappedItem,
  type PageDates,
  type Publication,
  type SitemapOptions,
  writeSitemap,
} from './sitemap.ts'

interface PageContents {
  /** Of the page. */
  name: string
  /** When the entries that the page lists last changed. */
  findLastChange?(): Promise<Date | undefined>
  /** The pages of single entries. */
  listItems?(): Promise<readonly MappedItem[]>
}

type Texts = Partial<Record<ContentKey, PublishedText>>

export interface SeoOptions<Page extends MappedPage> extends CacheOptions {
  publicUrl: string
  /** Whether there is a sitemap. */
  hasSitemap(): boolean
  pages: readonly Page[]
  shareCards: ShareCards
  /** The share card of a page, with the texts that are published now. */
  describeCard(page: Page, language: Language, texts: Texts): ShareCard
  publishedTexts(language: Language): Promise<Texts>
  listPublications(): Promise<Publication[]>
  /** The pages' lists of entries. */
  sources: readonly PageContents[]
  describeSite(language: Language): { name: string; description: string }
}

const pageDates: PageDates = JSON.parse(readFileSync(new URL('page-dates.json', import.meta.url), 'utf8'))

const icons = [
  { path: '/favicon.ico', file: 'favicon.ico', type: 'image/x-icon' },
  { path: '/apple-touch-icon.png', file: 'apple-touch-icon.png', type: 'image/png' },
  { path: '/icon-192.png', file: 'icon-192.png', type: 'image/png' },
  { path: '/icon-512.png', file: 'icon-512.png', type: 'image/png' },
] as const

const config = { access: 'public' } as const
const hidden = { config, schema: { hide: true } }

/** The sitemap, robots.txt, web app manifests and share pictures. */
export const seoRoutes = <Page extends MappedPage>(options: SeoOptions<Page>) =>
  defineRoutes((server) => {
    const { publicUrl, pages } = options

    server.get('/sitemap.xml', hidden, (request, reply) =>
      sendCached(options, request, reply, '/sitemap.xml', async () => {
        if (!options.hasSitemap()) throw new Problem('not_found', 404)
        return {
          headers: { 'content-type': 'application/xml; charset=utf-8' },
          body: writeSitemap(await readSitemap(options)),
        }
      }),
    )

    server.get('/robots.txt', hidden, (request, reply) =>
      sendCached(options, request, reply, '/robots.txt', async () => ({
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        body: writeRobots(publicUrl, options.hasSitemap()),
      })),
    )

    for (const named of [undefined, ...languages]) {
      server.get(`${named ? `/${named}` : ''}/manifest.webmanifest`, hidden, (request, reply) => {
        const language = named ?? request.pageLanguage
        const key = `${named ? 'page' : 'bare'} ${language} /manifest.webmanifest`
        return sendCached(options, request, reply, key, async () => ({
          headers: {
            'content-type': 'application/manifest+json; charset=utf-8',
            'content-language': language,
            vary: named ? 'Accept-Encoding' : 'Accept-Encoding, Accept-Language, Cookie',
          },
          body: writeManifest(language, options.describeSite(language)),
        }))
      })
    }

    for (const { path, file, type } of icons) {
      const bytes = readFileSync(new URL(`icons/${file}`, import.meta.url))
      server.get(path, hidden, (_request, reply) =>
        reply.headers({ 'content-type': type, 'cache-control': 'public, max-age=86400' }).send(bytes),
      )
    }

    const params = z.object({ language: z.enum(languages), file: z.string().max(100) })
    server.get(
      '/share/:language/:file',
      { config, schema: { hide: true, params } },
      async (request, reply) => {
        const { language, file } = request.params
        const [, name] = /^([a-z-]+)-[a-z0-9]{1,20}\.png$/.exec(file) ?? []
        const page = pages.find((one) => one.name === name)
        if (!page) throw new Problem('not_found', 404)
        const card = options.describeCard(page, language, await options.publishedTexts(language))
        const path = shareCardPath(card)
        // Only the current card is drawn; the address of an old one redirects to it.
        if (!path.endsWith(`/${file}`)) {
          return reply.header('cache-control', 'public, max-age=300').redirect(path, 302)
        }
        const png = await options.shareCards.getPicture(card)
        return reply
          .headers({
            'content-type': 'image/png',
            'cache-control': 'public, max-age=31536000, immutable',
            // Other sites may embed it.
            'cross-origin-resource-policy': 'cross-origin',
          })
          .send(png)
      },
    )
  })

/** What the sitemap is made of now. */
export async function readSitemap(
  options: Pick<SeoOptions<MappedPage>, 'publicUrl' | 'pages' | 'sources' | 'listPublications'>,
): Promise<SitemapOptions> {
  const { publicUrl, pages, sources, listPublications } = options
  const [publications, listed, items] = await Promise.all([
    listPublications(),
    findListed(sources),
    Promise.all(sources.map(async (source) => (await source.listItems?.()) ?? [])),
  ])
  return { publicUrl, pages, pageDates, publications, listed, items: items.flat() }
}

/** When the entries that each page lists last changed, by page. */
async function findListed(sources: readonly PageContents[]): Promise<Record<string, Date>> {
  const dates = await Promise.all(
    sources.map(async (source) => [source.name, await source.findLastChange?.()] as const),
  )
  return Object.fromEntries(dates.flatMap(([name, date]) => (date ? [[name, date]] : [])))
}
