import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { type AppearanceOptions, createAppearance } from '#features/seo/appearance/appearance.ts'
import { appearanceRoutes } from '#features/seo/appearance/appearance-routes.ts'
import { hiddenPages } from '#features/seo/appearance/settings.ts'
import { createDocumentSeo } from '#features/seo/documents/document-seo.ts'
import { documentSeoRoutes } from '#features/seo/documents/document-seo-routes.ts'
import { documentSeoSettings } from '#features/seo/documents/settings.ts'
import { robotsRules } from '#features/seo/robots/settings.ts'
import { listVerifications } from '#features/seo/verification/settings.ts'
import { verificationRoutes } from '#features/seo/verification/verification-routes.ts'
import { createVerifications, type VerificationOptions } from '#features/seo/verification/verifications.ts'
import { createOutgoingClient } from '#platform/outgoing/client.ts'
import type { Language } from '#shared/languages.ts'
import type { PublicPage } from '#site/contract.ts'
import { siteSettings } from '#site/settings.ts'
import { type CrawlerFileOptions, createCrawlerFiles } from './crawler-files.ts'
import { createPainter } from './painter.ts'
import { seoPermissions } from './permissions.ts'
import { type PictureOptions, pictureRoutes } from './routes.ts'
import { seoSettings } from './settings.ts'
import { createShareCards } from './share-cards.ts'

export interface SeoNeeds
  extends Pick<PictureOptions<PublicPage>, 'pages' | 'publishedTexts' | 'describeCard'>,
    Pick<CrawlerFileOptions<PublicPage>, 'listPublications' | 'sources'>,
    Pick<AppearanceOptions<PublicPage>, 'describeResult'>,
    Pick<VerificationOptions, 'changeSettings'> {}

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
  const appearance = createAppearance({ settings, changeSettings, ...needs })
  const describeSite = (language: Language) => ({
    name: siteName(),
    description:
      settings.get(seoSettings.metaDescription)[language] || translator(language)('site:meta.description'),
  })
  const crawlerFiles = createCrawlerFiles({
    ...{ publicUrl, settings, cache, headers, appearance, siteLanguage, describeSite },
    ...needs,
  })
  return {
    permissions: seoPermissions,
    settings: [
      robotsRules,
      hiddenPages,
      ...Object.values(seoSettings),
      ...Object.values(documentSeoSettings),
    ],
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
      appearanceRoutes({ appearance }),
      ...crawlerFiles.routes,
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
