import type { Feature } from '#feature.ts'
import { createMissingCounter } from '#features/seo/redirects/not-found/counter.ts'
import { forgetMissingJob } from '#features/seo/redirects/not-found/jobs.ts'
import { missingAddressRoutes } from '#features/seo/redirects/not-found/routes.ts'
import { createMissingAddresses } from '#features/seo/redirects/not-found/service.ts'
import { createRedirectPart } from '#features/seo/redirects/transfer/redirect-part.ts'
import { createRedirectTransfer } from '#features/seo/redirects/transfer/transfer.ts'
import { redirectTransferRoutes } from '#features/seo/redirects/transfer/transfer-routes.ts'
import { defineRoutes } from '#http/routes.ts'
import type { Catalogues } from '#platform/catalogues.ts'
import type { Clock } from '#platform/clock.ts'
import type { Logger } from '#platform/log.ts'
import type { Database } from '#platform/postgres.ts'
import type { Revision } from '#platform/revision.ts'
import { createHitCounter } from './hit-counter.ts'
import { forgetRedirectsJob } from './jobs.ts'
import { createRedirectResolver } from './resolver.ts'
import { redirectChangeRoutes, redirectRoutes } from './routes.ts'
import { createRedirects } from './service.ts'
import { createSiteAddresses, type SiteAddressOptions } from './site-addresses.ts'

interface RedirectNeeds {
  db: Database
  clock: Clock
  log: Logger
  revision: Revision
  catalogues: Catalogues
  publicUrl: string
  /** In which days are counted. */
  timeZone(): string
  /** The addresses of the site. */
  source: SiteAddressOptions['source']
}

/** The part of the feature that leads visitors on from former addresses. */
export function createRedirection(needs: RedirectNeeds) {
  const { db, clock, log, revision, catalogues, publicUrl, timeZone, source } = needs
  const addresses = createSiteAddresses({ source, onChange: revision.onChange })
  const hits = createHitCounter({ db, clock })
  const options = { db, revision, clock, catalogues, siteUrl: publicUrl, addresses }
  const redirects = createRedirects(options)
  const counter = createMissingCounter({ db, clock, timeZone })
  const resolver = createRedirectResolver({
    ...{ db, revision, log, addresses },
    countHit: hits.count,
    countMissing: counter.count,
  })
  return {
    apiParts: [
      {
        name: 'Redirects',
        description:
          'Where former addresses of the site lead, and addresses at which visitors found nothing.',
        group: 'team',
      },
    ],
    routes: [
      defineRoutes(({ instance }) => addresses.useRoutes(instance.declaredRoutes)),
      redirectRoutes({ redirects }),
      redirectChangeRoutes({ redirects }),
      missingAddressRoutes({ missing: createMissingAddresses({ db, clock, timeZone, addresses }) }),
      redirectTransferRoutes({ transfer: createRedirectTransfer(options) }),
    ],
    transfer: [createRedirectPart({ siteUrl: publicUrl, addresses })],
    pollers: [
      { name: 'seo-redirect-hits', everySeconds: 5, isOfProcess: true, poll: hits.store },
      { name: 'seo-missing-addresses', everySeconds: 10, isOfProcess: true, poll: counter.store },
    ],
    jobs: [forgetRedirectsJob({ db, clock }), forgetMissingJob({ db, clock, timeZone })],
    findMoved: resolver.findMoved,
    async close() {
      await Promise.all([hits.close(), counter.close()])
    },
  } satisfies Feature & Record<string, unknown>
}
