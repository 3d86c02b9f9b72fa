import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { PublishedTexts } from '#features/content/contract.ts'
import { type CacheOptions, sendCached } from '#http/page-cache.ts'
import { defineRoutes } from '#http/routes.ts'
import { filesKey } from '#shared/edge/edge-cache.ts'
import { type Language, languages } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import type { MappedPage, ShareCard } from './contract.ts'
import { writeManifest } from './manifest.ts'
import { shareCardPath, shareCardType } from './model.ts'
import type { ShareCards } from './share-cards.ts'

export interface PictureOptions<Page extends MappedPage> extends CacheOptions {
  pages: readonly Page[]
  shareCards: ShareCards
  /** The share card of a page, with the texts that are published now. */
  describeCard(page: Page, language: Language, texts: PublishedTexts): ShareCard
  publishedTexts(language: Language): Promise<PublishedTexts>
  describeSite(language: Language): { name: string; description: string }
}

const icons = [
  { path: '/favicon.ico', file: 'favicon.ico', type: 'image/x-icon' },
  { path: '/apple-touch-icon.png', file: 'apple-touch-icon.png', type: 'image/png' },
  { path: '/icon-192.png', file: 'icon-192.png', type: 'image/png' },
  { path: '/icon-512.png', file: 'icon-512.png', type: 'image/png' },
] as const

const config = { access: 'public' } as const
const hidden = { config, schema: { hide: true } }

/** The web app manifests, icons and share pictures. */
export const pictureRoutes = <Page extends MappedPage>(options: PictureOptions<Page>) =>
  defineRoutes((server) => {
    const { pages } = options

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
          edge: named && { key: filesKey, isPlain: true },
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
        const [, name] = /^([a-z-]+)-[a-z0-9]{1,20}\.(?:png|jpg)$/.exec(file) ?? []
        const page = pages.find((one) => one.name === name)
        if (!page) throw new Problem('not_found', 404)
        const card = options.describeCard(page, language, await options.publishedTexts(language))
        const path = shareCardPath(card)
        // Only the current card is drawn; the address of an old one redirects to it.
        if (!path.endsWith(`/${file}`)) {
          return reply.header('cache-control', 'public, max-age=300').redirect(path, 302)
        }
        const picture = await options.shareCards.getPicture(card)
        return reply
          .headers({
            'content-type': shareCardType(card) === 'jpg' ? 'image/jpeg' : 'image/png',
            'cache-control': 'public, max-age=31536000, immutable',
            // Other sites may embed it.
            'cross-origin-resource-policy': 'cross-origin',
          })
          .send(picture)
      },
    )
  })
