import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { createDocumentSeo } from '#features/seo/documents/document-seo.ts'
import { documentSeoRoutes } from '#features/seo/documents/document-seo-routes.ts'
import { documentSeoSettings } from '#features/seo/documents/settings.ts'
import { writeRobots } from '#features/seo/robots/robots.ts'
import { robotsRules } from '#features/seo/robots/settings.ts'
import type { PageDates } from '#features/seo/sitemap/entries.ts'
import { writeLlms } from '#features/seo/sitemap/llms.ts'
import { createSitemap, type PageContents, type SitemapOptions } from '#features/seo/sitemap/sitemap.ts'
import { sitemapRoutes } from '#features/seo/sitemap/sitemap-routes.ts'
import { listVerifications } from '#features/seo/verification/settings.ts'
import { verificationRoutes } from '#features/seo/verification/verification-routes.ts'
import { createVerifications, type VerificationOptions } from '#features/seo/verification/verifications.ts'
import { createOutgoingClient } from '#platform/outgoing/client.ts'
import type { Language } from '#shared/languages.ts'
import type { PublicPage } from '#site/contract.ts'
import { siteSettings } from '#site/settings.ts'
import { createPainter } from './painter.ts'
import { seoPermissions } from './permissions.ts'
import { type PictureOptions, pictureRoutes } from './routes.ts'
import { seoSettings } from './settings.ts'
import { createShareCards } from './share-cards.ts'

export interface SeoNeeds
  extends Pick<PictureOptions<PublicPage>, 'pages' | 'publishedTexts' | 'describeCard'>,
    Pick<SitemapOptions<PublicPage>, 'listPublications'>,
    Pick<VerificationOptions, 'changeSettings'> {
  /** The pages' lists of entries. */
  sources: readonly PageContents[]
}

const pageDates: PageDates = JSON.parse(readFileSync(new URL('page-dates.json', import.meta.url), 'utf8'))

// How many documents are named to programs that read the site for people.
const mostNamed = 200

// Where pictures were before the file store held them; they are drawn anew.
const formerFolders = ['share-cards', 'badge-cards', 'document-cards']

/** The sitemap, robots.txt, web app manifests and share cards, and the drawing of pictures. */
export function createSeoFeature(core: Core, { changeSettings, ...needs }: SeoNeeds) {
  const { db, clock, publicUrl, cache, headers, dataDir, files, log, siteName, settings, translator } = core
  const painter = createPainter()
  const siteLanguage = () => settings.get(siteSettings.defaultLanguage)
  // The site's own address may be a private one, as on a machine for tests.
  const client = createOutgoingClient({ trustedHosts: new Set([new URL(publicUrl).hostname]) })
  const verifications = createVerifications({ db, clock, settings, publicUrl, client, changeSettings })
  const hasSitemap = () => settings.get(seoSettings.enableSitemap)
  const listSources = () =>
    settings.get(documentSeoSettings.inSitemap) ? needs.sources : needs.sources.map(withoutItems)
  const sitemap = createSitemap({
    ...{ publicUrl, pageDates, listSources, ...needs },
    listPages: () => needs.pages,
  })
  const describeSite = (language: Language) => ({
    name: siteName(),
    description:
      settings.get(seoSettings.metaDescription)[language] || translator(language)('site:meta.description'),
  })
  async function describeForModels(language: Language): Promise<string> {
    const texts = await needs.publishedTexts(language)
    const items = await Promise.all(
      listSources().map((source) => source.listItems?.({ offset: 0, limit: mostNamed }) ?? []),
    )
    return writeLlms({
      ...{ publicUrl, language, site: describeSite(language), pages: needs.pages, items: items.flat() },
      describeCard: (page) => needs.describeCard(page, language, texts),
    })
  }
  return {
    permissions: seoPermissions,
    settings: [robotsRules, ...Object.values(seoSettings), ...Object.values(documentSeoSettings)],
    tasks: [
      {
        name: 'seo.verify',
        permission: seoPermissions.change,
        path: '/admin/seo/verification',
        isDone: () => listVerifications(settings).length > 0,
      },
    ],
    apiParts: [
      {
        name: 'Search engines',
        description: 'How search engines see the site, and what they are told.',
        group: 'team',
      },
    ],
    routes: [
      verificationRoutes({ verifications }),
      documentSeoRoutes({ documentSeo: createDocumentSeo({ settings, changeSettings, siteLanguage }) }),
      sitemapRoutes({
        ...{ sitemap, hasSitemap, cache, headers },
        writeRobots: () =>
          writeRobots({ publicUrl, hasSitemap: hasSitemap(), own: settings.get(robotsRules) }),
        writeLlms: () => describeForModels(siteLanguage()),
      }),
      pictureRoutes({
        ...{ cache, headers, describeSite },
        ...needs,
        shareCards: createShareCards({ painter, files, folder: 'share-cards', log }),
      }),
    ],
    drawCard: painter.draw,
    drawSeal: painter.drawSeal,
    /** Creates the share cards of another feature, stored under names of their own. */
    createCards: ({ folder, maxFiles }: { folder: string; maxFiles: number }) =>
      createShareCards({ painter, files, folder, maxFiles, log }),
    async start() {
      for (const folder of formerFolders)
        await rm(join(dataDir, folder), { recursive: true, force: true }).catch((error: unknown) => {
          log.warn({ err: error, folder }, 'a folder of former share pictures cannot be removed')
        })
    },
    async close() {
      client.close()
      await painter.close()
    },
  } satisfies Feature & Record<string, unknown>
}

const withoutItems = ({ countItems, listItems, ...source }: PageContents): PageContents => source
