import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import type { FindNames } from '#shared/user.ts'
import { getPageOfText } from '#site/routes.ts'
import { deletePreviewsJob } from './jobs.ts'
import { previewPermissions } from './permissions.ts'
import type { PreviewPages } from './ports.ts'
import { previewRoutes } from './routes.ts'
import { createPreviews, type PreviewOptions } from './service.ts'
import { createSharing } from './sharing.ts'
import { sharingRoutes } from './sharing-routes.ts'

interface PreviewNeeds extends Pick<PreviewOptions, 'publishedTexts' | 'describeSearchResult' | 'sanitize'> {
  pages: PreviewPages
  findNames: FindNames
}

/** Previews: unsaved texts on their real page, with links that expire. */
export function createPreviewFeature(
  core: Core,
  { publishedTexts, describeSearchResult, sanitize, pages, findNames }: PreviewNeeds,
) {
  const { db, clock, siteName, publicUrl } = core
  const previews = createPreviews({
    ...{ db, clock, siteName, publicUrl, publishedTexts, describeSearchResult, sanitize },
    pageOf: getPageOfText,
  })
  return {
    permissions: previewPermissions,
    routes: [
      previewRoutes({
        previews,
        async sendPage(request, reply, preview) {
          await pages.send(request, reply, preview, await publishedTexts(preview.language))
        },
        async describeCard(preview) {
          return pages.describeCard(preview, await publishedTexts(preview.language))
        },
        // Not stored: it would replace the published picture.
        drawCard: pages.drawCard,
      }),
      sharingRoutes(createSharing({ db, clock, findNames })),
    ],
    jobs: [deletePreviewsJob(previews)],
    backup: { emptied: ['previews'] },
  } satisfies Feature
}
