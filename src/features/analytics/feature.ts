import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { figureRoutes } from '#features/analytics/figures/figure-routes.ts'
import { createFigures } from '#features/analytics/figures/figures.ts'
import { createIntake } from '#features/analytics/intake/intake.ts'
import { createSaltStore } from '#features/analytics/intake/salt-store.ts'
import { createViewQueueStore, hasWaitingViews } from '#features/analytics/intake/view-queue-store.ts'
import { viewRoutes } from '#features/analytics/intake/view-routes.ts'
import { createVisitorHash } from '#features/analytics/intake/visitor-hash.ts'
import { createCounting } from '#features/analytics/storage/counting.ts'
import { viewRetentionJob } from '#features/analytics/storage/retention.ts'
import type { FindClientCountry } from '#http/client-country.ts'
import { siteSettings } from '#site/settings.ts'
import { analyticsPermissions } from './permissions.ts'
import { analyticsSettings } from './settings.ts'

export interface AnalyticsNeeds {
  /** The public pages, whose views are counted. */
  pages: readonly { path: string }[]
  findCountry: FindClientCountry
}

/** The counting of visits, without cookies and without anything that names a visitor. */
export function createAnalyticsFeature(core: Core, { pages, findCountry }: AnalyticsNeeds) {
  const { db, pool, clock, config, publicUrl, settings } = core
  const timeZone = () => settings.get(siteSettings.timeZone)
  const counting = createCounting(db)
  const figures = createFigures({ db, clock, counting, timeZone })
  const intake = createIntake({
    ...{ clock, timeZone },
    queue: createViewQueueStore(pool),
    hashVisitor: createVisitorHash(createSaltStore(db)),
    paths: new Set(pages.map(({ path }) => path)),
    ownHost: new URL(publicUrl).hostname,
  })
  return {
    permissions: analyticsPermissions,
    settings: Object.values(analyticsSettings),
    apiParts: [
      { name: 'Visits', description: 'Counting the visits of the public pages.', group: 'public' },
      {
        name: 'Visit figures',
        description: 'How often the public pages are visited, and from where.',
        group: 'team',
      },
    ],
    routes: [
      viewRoutes({ intake, findCountry, viewsPerMinute: config.http.viewRateLimit }),
      figureRoutes({ figures }),
    ],
    pollers: [
      {
        name: 'count-views',
        everySeconds: 5,
        isDue: hasWaitingViews,
        poll: () => counting.countWaiting(),
      },
    ],
    jobs: [
      viewRetentionJob({
        ...{ db, clock, timeZone },
        viewDays: () => settings.get(analyticsSettings.viewRetentionDays),
      }),
    ],
    figures,
  } satisfies Feature & Record<string, unknown>
}
