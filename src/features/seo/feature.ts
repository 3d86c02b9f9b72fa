import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { createRedirectPart } from '#features/seo/redirects/redirect-part.ts'
import { settingPermissions } from '#features/settings/permissions.ts'
import type { PublicPage } from '#site/contract.ts'
import { siteSettings } from '#site/settings.ts'
import { createPainter } from './painter.ts'
import { seoPermissions } from './permissions.ts'
import { type SeoOptions, seoRoutes } from './routes.ts'
import { seoSettings } from './settings.ts'
import { createShareCards } from './share-cards.ts'

type SeoNeeds = Pick<
  SeoOptions<PublicPage>,
  'pages' | 'publishedTexts' | 'listPublications' | 'sources' | 'describeCard'
>

// Where pictures were before the file store held them; they are drawn anew.
const formerFolders = ['share-cards', 'badge-cards', 'document-cards']

/** The sitemap, robots.txt, web app manifests and share cards, and the drawing of pictures. */
export function createSeoFeature(core: Core, needs: SeoNeeds) {
  const { publicUrl, cache, headers, dataDir, files, log, siteName, settings, translator } = core
  const painter = createPainter()
  const redirects = createRedirectPart({
    ...core,
    timeZone: () => settings.get(siteSettings.timeZone),
    pages: needs.pages,
    listItems: async () =>
      (await Promise.all(needs.sources.map(async (source) => (await source.listItems?.()) ?? []))).flat(),
  })
  return {
    permissions: seoPermissions,
    settings: Object.values(seoSettings),
    tasks: [
      {
        name: 'seo.verify',
        permission: settingPermissions.change,
        path: '/admin/settings/seo',
        isDone: () =>
          [seoSettings.googleVerification, seoSettings.baiduVerification].some(
            (verification) => settings.get(verification) !== '',
          ),
      },
    ],
    routes: [
      seoRoutes({
        hasSitemap: () => settings.get(seoSettings.enableSitemap),
        ...{ publicUrl, cache, headers },
        ...needs,
        shareCards: createShareCards({ painter, files, folder: 'share-cards', log }),
        describeSite: (language) => ({
          name: siteName(),
          description:
            settings.get(seoSettings.metaDescription)[language] ||
            translator(language)('site:meta.description'),
        }),
      }),
      ...redirects.routes,
    ],
    apiParts: redirects.apiParts,
    pollers: redirects.pollers,
    jobs: redirects.jobs,
    findMoved: redirects.findMoved,
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
      await Promise.all([painter.close(), redirects.close()])
    },
  } satisfies Feature & Record<string, unknown>
}
