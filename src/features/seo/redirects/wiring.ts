import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { defineRoutes } from '#http/routes.ts'
import type { LocalizedPaths } from '#site/routes.ts'
import { createHitCounter } from './hits.ts'
import { createRedirectsInForce } from './in-force.ts'
import { forgetRedirectsJob } from './jobs.ts'
import { redirectChangeRoutes, redirectRoutes } from './routes.ts'
import { createRedirects } from './service.ts'
import { type AddressedPage, createSiteAddresses } from './site-addresses.ts'

interface RedirectNeeds {
  pages: readonly AddressedPage[]
  listItems(): Promise<readonly LocalizedPaths[]>
}

/** The part of the feature that leads visitors on from former addresses. */
export function createRedirectPart(core: Core, { pages, listItems }: RedirectNeeds) {
  const { db, clock, log, revision, catalogues, publicUrl } = core
  const addresses = createSiteAddresses({ pages, listItems, onChange: revision.onChange })
  const hits = createHitCounter({ db, clock })
  const redirects = createRedirects({ db, revision, clock, catalogues, siteUrl: publicUrl, addresses })
  const inForce = createRedirectsInForce({
    ...{ db, revision, log, addresses },
    countHit: hits.count,
    countMissing: () => {},
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
    ],
    pollers: [{ name: 'seo-redirect-hits', everySeconds: 5, poll: hits.store }],
    jobs: [forgetRedirectsJob({ db, clock })],
    findMoved: inForce.findMoved,
    close: hits.close,
  } satisfies Feature & Record<string, unknown>
}
