import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { readSitemap, type SeoOptions } from '#features/seo/routes.ts'
import { seoSettings } from '#features/seo/settings.ts'
import { type ListedAddress, listAddresses } from '#features/seo/sitemap.ts'
import { createOutgoingClient } from '#platform/outgoing/client.ts'
import type { PublicPage } from '#site/contract.ts'
import packageJson from '../../../../package.json' with { type: 'json' }
import { createAutoPoller } from './auto-poller.ts'
import { submissionsChanged } from './contract.ts'
import { realEndpoints } from './engines/endpoints.ts'
import { createExchange } from './engines/exchange.ts'
import { createSearchEngines } from './engines/search-engines.ts'
import { forgetSubmissionsJob, readSitemapStatesJob } from './jobs.ts'
import { createKeyStore } from './key-store.ts'
import { isPublicSite } from './public-host.ts'
import { keyRoutes, submissionRoutes } from './routes.ts'
import { createSubmissionSender } from './sending/sender.ts'
import { createSubmissions } from './service.ts'
import { submissionSettings } from './settings.ts'

type SubmissionNeeds = Pick<SeoOptions<PublicPage>, 'pages' | 'sources' | 'listPublications'>

/** The submission of changed addresses to search engines. */
export function createSubmission(core: Core, needs: SubmissionNeeds) {
  const { db, clock, log, settings, publicUrl, cache, headers } = core
  const isPublic = isPublicSite(publicUrl)
  // Baidu's interface has no TLS; its name is ours, not an admin's.
  const client = createOutgoingClient({ trustedHosts: new Set([new URL(realEndpoints.baidu).hostname]) })
  const keys = createKeyStore(db, clock)
  const engines = createSearchEngines({
    exchange: createExchange({ client, clock, userAgent: `Firmeza/${packageJson.version}` }),
    ...{ clock, publicUrl, settings, endpoints: realEndpoints, ensureKey: keys.ensure },
  })
  const isAutomatic = () => settings.get(submissionSettings.autoSubmit)
  const submissions = createSubmissions({
    ...{ db, clock, publicUrl, engines, keys, isPublic, isAutomatic },
    hasSitemap: () => settings.get(seoSettings.enableSitemap),
    listAddresses: keepListing(core, async () => listAddresses(await readSitemap({ publicUrl, ...needs }))),
  })
  const sender = createSubmissionSender({ db, clock, log, engines, isPublic })
  return {
    settings: Object.values(submissionSettings),
    liveTopics: [submissionsChanged],
    apiParts: [
      {
        name: 'Search engines',
        description:
          'What search engines are told of changed addresses: Google, Bing, Yandex and Baidu. That one has accepted an address does not mean that it is indexed.',
        group: 'team',
      },
    ],
    routes: [submissionRoutes({ submissions }), keyRoutes({ cache, headers, keys })],
    pollers: [
      sender.poller,
      createAutoPoller({ db, clock, submissions, isOn: () => isPublic && isAutomatic() }),
    ],
    jobs: [
      forgetSubmissionsJob({ db, clock }),
      readSitemapStatesJob({ db, engines, sitemap: `${publicUrl}/sitemap.xml` }),
    ],
    async close() {
      await sender.stop()
      client.close()
    },
  } satisfies Feature
}

/** Keeps what the sitemap lists until something is published. */
function keepListing(
  { revision }: Core,
  read: () => Promise<ListedAddress[]>,
): () => Promise<readonly ListedAddress[]> {
  let kept: Promise<ListedAddress[]> | undefined
  revision.onChange(() => {
    kept = undefined
  })
  return () => {
    if (kept) return kept
    const reading = read()
    kept = reading
    reading.catch(() => {
      if (kept === reading) kept = undefined
    })
    return reading
  }
}
