import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { createSubmission } from '#features/seo/submission/submission.ts'
import { settingPermissions } from '#features/settings/permissions.ts'
import type { PublicPage } from '#site/contract.ts'
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
  const submission = createSubmission({ ...core, ...needs })
  return {
    permissions: seoPermissions,
    settings: [...Object.values(seoSettings), ...submission.settings],
    liveTopics: submission.liveTopics,
    apiParts: submission.apiParts,
    pollers: submission.pollers,
    jobs: submission.jobs,
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
      ...submission.routes,
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
      await submission.close()
      await painter.close()
    },
  } satisfies Feature & Record<string, unknown>
}
