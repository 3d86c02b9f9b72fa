import type { Core } from '#core.ts'
import type { Feature, Notify } from '#feature.ts'
import type { FindNames } from '#shared/user.ts'
import { siteSettings } from '#site/settings.ts'
import { createAsking } from './asking.ts'
import { type CheckingOptions, createChecking } from './checking.ts'
import { siteCheckChanged } from './contract.ts'
import { type InventoryOptions, listPublicAddresses } from './inventory.ts'
import { createSeoNotifications } from './notifications.ts'
import { checkPollers } from './poller.ts'
import { createCheckReports } from './reports.ts'
import { checkReportRoutes, checkRoutes, checkTag } from './routes.ts'

export interface SiteCheckNeeds extends Pick<CheckingOptions, 'ask' | 'findScreens'> {
  notify: Notify
  findNames: FindNames
}

type Sources = InventoryOptions & Pick<CheckingOptions, 'hasSitemap'>

/** The check of the site's own pages: when it runs, what it has found, and what the panel shows of it. */
export function createSiteChecks(core: Core, { hasSitemap, ...inventory }: Sources, needs: SiteCheckNeeds) {
  const { db, clock, log, publicUrl, settings, translator } = core
  const { ask, findScreens, notify, findNames } = needs
  const common = { db, clock, publicUrl, ask, hasSitemap }
  const listAddresses = () => listPublicAddresses(inventory)
  const timeZone = () => settings.get(siteSettings.timeZone)
  const asking = createAsking({ db, clock, timeZone, listAddresses })
  const checking = createChecking({ ...common, log, listAddresses, findScreens, notify })
  const reports = createCheckReports({ ...common, findNames })
  return {
    apiParts: [
      {
        name: checkTag,
        description: 'How search engines see the site: checks of its own pages, and what they have found.',
        group: 'team',
      },
    ],
    routes: [checkReportRoutes({ reports }), checkRoutes({ asking, reports })],
    pollers: checkPollers({ asking, checking }),
    liveTopics: [siteCheckChanged],
    notifications: createSeoNotifications({ translator }),
    endResponses: checking.stop,
  } satisfies Feature
}
