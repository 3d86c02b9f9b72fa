import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { type AddressSourceOptions, createAddressSource } from '#features/seo/addresses/address-source.ts'
import { type AppearanceOptions, createAppearance } from '#features/seo/appearance/appearance.ts'
import { appearanceRoutes } from '#features/seo/appearance/appearance-routes.ts'
import { hiddenPages, sharePictures } from '#features/seo/appearance/settings.ts'
import { createDocumentSeo } from '#features/seo/documents/document-seo.ts'
import { documentSeoRoutes } from '#features/seo/documents/document-seo-routes.ts'
import { documentSeoSettings } from '#features/seo/documents/settings.ts'
import { createPageFindings } from '#features/seo/prover/page-finding-store.ts'
import { createProver, type ProverNeeds } from '#features/seo/prover/prover.ts'
import { createRedirection } from '#features/seo/redirects/redirection.ts'
import { robotsRules } from '#features/seo/robots/settings.ts'
import { createSearchConsole } from '#features/seo/search-console/search-console.ts'
import { createSubmission, type SubmissionNeeds } from '#features/seo/submission/submission.ts'
import { listVerifications } from '#features/seo/verification/settings.ts'
import { verificationRoutes } from '#features/seo/verification/verification-routes.ts'
import { createVerifications, type VerificationOptions } from '#features/seo/verification/verifications.ts'
import { createOutgoingClient } from '#platform/outgoing/client.ts'
import type { Language } from '#shared/languages.ts'
import type { PublicPage } from '#site/contract.ts'
import { siteSettings } from '#site/settings.ts'
import { createCrawlerFiles } from './crawler-files.ts'
import { measureSeo } from './metrics.ts'
import { seoPermissions } from './permissions.ts'
import { createPictures } from './pictures.ts'
import type { PictureOptions } from './routes.ts'
import { seoSettings } from './settings.ts'

export interface SeoNeeds
  extends Pick<PictureOptions<PublicPage>, 'pages' | 'publishedTexts' | 'describeCard'>,
    Pick<AddressSourceOptions<PublicPage>, 'listPublications' | 'sources'>,
    Pick<AppearanceOptions<PublicPage>, 'describeResult' | 'hasPicture'>,
    Pick<VerificationOptions, 'changeSettings'> {
  /** A picture that was uploaded, at least as wide as that if it is. */
  readPicture(digest: string, width: number): Promise<Uint8Array | undefined>
  /** What the check of the pages needs. */
  checks: ProverNeeds
}

/** How search engines find and see the site, what they are told of it, and the pictures for sharing it. */
export function createSeoFeature(core: Core, { changeSettings, checks, ...needs }: SeoNeeds) {
  const { db, clock, publicUrl, siteName, settings, translator } = core
  measureSeo({ registry: core.registry, db: core.reserve.db, clock })
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
  const pictures = createPictures({ ...core, ...needs, describeSite })
  const addresses = createAddressSource({
    ...{ ...needs, listIndexed: appearance.listIndexed },
    listsItems: () => settings.get(documentSeoSettings.inSitemap),
  })
  const crawlerFiles = createCrawlerFiles({ ...core, ...needs, addresses, siteLanguage, describeSite })
  const timeZone = () => settings.get(siteSettings.timeZone)
  const prover = createProver({
    ...{ ...core, ...checks, timeZone, addresses },
    hasSitemap: crawlerFiles.hasSitemap,
  })
  const submission = createEngineParts(core, { ...crawlerFiles, siteLanguage, notify: checks.notify })
  const redirects = createRedirection({ ...core, timeZone, source: addresses })
  return {
    permissions: seoPermissions,
    settings: [
      robotsRules,
      hiddenPages,
      sharePictures,
      ...Object.values(seoSettings),
      ...Object.values(documentSeoSettings),
      ...submission.settings,
    ],
    tasks: [
      {
        name: 'seo.verify',
        permission: seoPermissions.change,
        path: '/admin/seo/verification',
        isDone: () => listVerifications(settings).length > 0,
      },
    ],
    apiParts: [...submission.apiParts, ...redirects.apiParts],
    routes: [
      verificationRoutes({ verifications }),
      documentSeoRoutes({ documentSeo: createDocumentSeo({ settings, changeSettings, siteLanguage }) }),
      appearanceRoutes({ appearance }),
      ...crawlerFiles.routes,
      ...pictures.routes,
      ...prover.routes,
      ...submission.routes,
      ...redirects.routes,
    ],
    pollers: [...prover.pollers, ...submission.pollers, ...redirects.pollers],
    liveTopics: [...prover.liveTopics, ...submission.liveTopics],
    notifications: [...prover.notifications, ...submission.notifications],
    jobs: [...submission.jobs, ...redirects.jobs],
    transfer: redirects.transfer,
    findMoved: redirects.findMoved,
    findPictureUses: appearance.findPictureUses,
    drawCard: pictures.drawCard,
    drawSeal: pictures.drawSeal,
    createCards: pictures.createCards,
    start: pictures.start,
    endResponses() {
      prover.endResponses()
      submission.endResponses()
    },
    async close() {
      client.close()
      await Promise.all([pictures.close(), submission.close(), redirects.close()])
    },
  } satisfies Feature & Record<string, unknown>
}

interface EnginePartNeeds extends Pick<SubmissionNeeds, 'hasSitemap' | 'listAddresses' | 'notify'> {
  siteLanguage(): Language
}

/** What search engines are told, and what Google says of it. */
function createEngineParts(core: Core, { siteLanguage, ...needs }: EnginePartNeeds) {
  const searchConsole = createSearchConsole({
    ...{ ...core, listAddresses: needs.listAddresses, language: siteLanguage },
    findFindings: createPageFindings(core.db),
  })
  const submission = createSubmission({ ...core, ...needs, findGoogleIndex: searchConsole.findIndex })
  return {
    ...submission,
    routes: [...submission.routes, ...searchConsole.routes],
    pollers: [...submission.pollers, ...searchConsole.pollers],
    liveTopics: [...submission.liveTopics, ...searchConsole.liveTopics],
    jobs: [...submission.jobs, ...searchConsole.jobs],
    endResponses: searchConsole.endResponses,
    async close() {
      await Promise.all([submission.close(), searchConsole.close()])
    },
  } satisfies Feature
}
