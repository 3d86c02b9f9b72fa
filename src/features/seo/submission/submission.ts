import type { Feature } from '#feature.ts'
import { cacheUntilChange } from '#features/seo/cache-until-change.ts'
import type { ListedAddress } from '#features/seo/sitemap/entries.ts'
import { realEndpoints } from '#features/seo/submission/engines/endpoints.ts'
import { createExchange } from '#features/seo/submission/engines/exchange.ts'
import { createSearchEngines } from '#features/seo/submission/engines/search-engines.ts'
import { createSubmissionSender, type SenderOptions } from '#features/seo/submission/sending/sender.ts'
import type { CacheOptions } from '#http/page-cache.ts'
import type { Translate } from '#platform/catalogues.ts'
import type { Clock } from '#platform/clock.ts'
import type { Logger } from '#platform/log.ts'
import { createOutgoingClient } from '#platform/outgoing/client.ts'
import type { Database } from '#platform/postgres.ts'
import type { Revision } from '#platform/revision.ts'
import type { LiveSettings } from '#platform/settings/live-settings.ts'
import type { Language } from '#shared/languages.ts'
import packageJson from '../../../../package.json' with { type: 'json' }
import { createAutoSubmission } from './auto-submission.ts'
import { submissionsChanged } from './contract.ts'
import { forgetSubmissionsJob, readSitemapStatesJob } from './jobs.ts'
import { createKeyStore } from './key-store.ts'
import { createSubmissionNotifications } from './notifications.ts'
import { isPublicSite } from './public-host.ts'
import { keyRoutes, submissionRoutes } from './routes.ts'
import { createSubmissions, type SubmissionOptions } from './service.ts'
import { submissionSettings } from './settings.ts'

export interface SubmissionNeeds
  extends CacheOptions,
    Pick<SenderOptions, 'notify'>,
    Pick<SubmissionOptions, 'findGoogleIndex'> {
  publicUrl: string
  hasSitemap(): boolean
  /** What the sitemap lists now. */
  listAddresses(): Promise<ListedAddress[]>
  db: Database
  clock: Clock
  log: Logger
  revision: Revision
  settings: Pick<LiveSettings, 'get'>
  translator(language: Language): Translate
}

/** The submission of changed addresses to search engines. */
export function createSubmission(needs: SubmissionNeeds) {
  const { db, clock, log, revision, settings, publicUrl, cache, headers } = needs
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
    ...{ hasSitemap: needs.hasSitemap, findGoogleIndex: needs.findGoogleIndex },
    listAddresses: cacheUntilChange(revision.onChange, needs.listAddresses),
  })
  const auto = createAutoSubmission({ db, clock, submissions, isOn: () => isPublic && isAutomatic() })
  revision.onChange(auto.noteChange)
  const sender = createSubmissionSender({ db, clock, log, engines, isPublic, notify: needs.notify })
  return {
    settings: Object.values(submissionSettings),
    liveTopics: [submissionsChanged],
    notifications: createSubmissionNotifications({ translator: needs.translator }),
    apiParts: [
      {
        name: 'Search engines',
        description:
          'How search engines see the site, and what they are told of it and of changed addresses: Google, Bing, Yandex and Baidu. That one has accepted an address does not mean that it is indexed.',
        group: 'team',
      },
    ],
    routes: [submissionRoutes({ submissions }), keyRoutes({ cache, headers, keys })],
    pollers: [sender.poller, auto.poller],
    jobs: [
      forgetSubmissionsJob({
        ...{ db, clock },
        listAddresses: async () => [
          `${publicUrl}/sitemap.xml`,
          ...(await needs.listAddresses()).map(({ address }) => address),
        ],
      }),
      readSitemapStatesJob({ db, engines, sitemap: `${publicUrl}/sitemap.xml` }),
    ],
    async close() {
      await sender.stop()
      client.close()
    },
  } satisfies Feature
}
