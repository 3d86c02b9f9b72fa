import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { botRuleRoutes } from '#features/analytics/bots/bot-rule-routes.ts'
import { type BotRuleOptions, createBotRules } from '#features/analytics/bots/bot-rules.ts'
import { figureRoutes } from '#features/analytics/figures/figure-routes.ts'
import { createFigures } from '#features/analytics/figures/figures.ts'
import { createSectionFigures } from '#features/analytics/figures/sections.ts'
import { createIntake } from '#features/analytics/intake/intake.ts'
import { createQueueStore, hasWaiting } from '#features/analytics/intake/queue-store.ts'
import { reportRoutes } from '#features/analytics/intake/report-routes.ts'
import { createSaltStore } from '#features/analytics/intake/salt-store.ts'
import { createViewLimit } from '#features/analytics/intake/view-limit.ts'
import { directView, viewRoutes } from '#features/analytics/intake/view-routes.ts'
import { createVisitorHash } from '#features/analytics/intake/visitor-hash.ts'
import { createCounting } from '#features/analytics/storage/counting.ts'
import { viewRetentionJob } from '#features/analytics/storage/retention.ts'
import type { FindClientCountry } from '#http/client-country.ts'
import { createMetricReader } from '#platform/database/metric-reader.ts'
import { createGauges } from '#platform/gauges.ts'
import { siteSettings } from '#site/settings.ts'
import { botRulesChanged, visitsChanged } from './contract.ts'
import { analyticsPermissions } from './permissions.ts'
import { analyticsSettings, reportSettings } from './settings.ts'

export interface AnalyticsNeeds extends Pick<BotRuleOptions, 'findNames'> {
  /** The public pages, whose views are counted. */
  pages: readonly { path: string }[]
  /** Whether there is a page about a single thing at a path; its views are counted, too. */
  hasItem(path: string): Promise<boolean>
  findCountry: FindClientCountry
}

/** The counting of visits, without cookies and without anything that names a visitor. */
export function createAnalyticsFeature(
  core: Core,
  { pages, hasItem, findCountry, findNames }: AnalyticsNeeds,
) {
  const { db, pool, clock, config, publicUrl, settings, catalogues, registry } = core
  const timeZone = () => settings.get(siteSettings.timeZone)
  const counting = createCounting(db)
  const botRules = createBotRules({ db, clock, counting, timeZone, findNames })
  const figures = createFigures({ db, clock, counting, timeZone })
  const queue = createQueueStore(pool)
  const intake = createIntake({
    ...{ clock, timeZone, queue, hasItem },
    hashVisitor: createVisitorHash(createSaltStore(db)),
    paths: new Set(pages.map(({ path }) => path)),
    ownHost: new URL(publicUrl).hostname,
  })
  createGauges(registry, createMetricReader(queue.countWaiting))(
    'analytics_waiting',
    'Views, events and timings that are stored and not yet counted; absent while the database does not answer',
    (waiting) => waiting,
  )
  const options = { intake, findCountry, limit: createViewLimit(config.http.viewRateLimit) }
  return {
    permissions: analyticsPermissions,
    // A salt that is kept would tell whose hash was whose.
    backup: { untouched: ['analytics_salts'] },
    liveTopics: [visitsChanged, botRulesChanged],
    settings: [...Object.values(analyticsSettings), ...Object.values(reportSettings)],
    apiParts: [
      { name: 'Visits', description: 'Counting the visits of the public pages.', group: 'public' },
      {
        name: 'Visit figures',
        description: 'How often the public pages are visited, and from where.',
        group: 'team',
      },
    ],
    directRoutes: [directView(options)],
    routes: [
      viewRoutes(options),
      reportRoutes({ ...options, catalogues, takes: (kind) => settings.get(reportSettings[kind]) }),
      figureRoutes({ figures }),
      botRuleRoutes({ botRules }),
    ],
    pollers: [
      {
        name: 'count-views',
        everySeconds: 5,
        isDue: hasWaiting,
        poll: () => counting.countWaiting(),
      },
      botRules.poller,
    ],
    jobs: [
      viewRetentionJob({
        ...{ db, clock, timeZone },
        viewDays: () => settings.get(analyticsSettings.viewRetentionDays),
      }),
    ],
    figures,
    ...createSectionFigures({ db, counting }),
  } satisfies Feature & Record<string, unknown>
}
