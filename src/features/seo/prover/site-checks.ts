import type { Feature } from '#feature.ts'
import type { Translate } from '#platform/catalogues.ts'
import type { Language } from '#shared/languages.ts'
import { type AskingOptions, createAsking } from './asking.ts'
import { type CheckingOptions, createChecking } from './checking.ts'
import { siteCheckChanged } from './contract.ts'
import { type InventoryOptions, listPublicAddresses } from './inventory.ts'
import { createSeoNotifications } from './notifications.ts'
import { createPageReports } from './page-reports.ts'
import { checkPollers } from './poller.ts'
import { createCheckReports, type ReportOptions } from './reports.ts'
import { checkReportRoutes, checkRoutes } from './routes.ts'

/** What other features do for the check of the pages. */
export type SiteCheckNeeds = Pick<CheckingOptions, 'ask' | 'countVisits' | 'findScreens' | 'notify'> &
  Pick<ReportOptions, 'findNames'>

type SiteCheckOptions = SiteCheckNeeds &
  Pick<CheckingOptions, 'db' | 'clock' | 'log' | 'publicUrl' | 'hasSitemap'> &
  Pick<AskingOptions, 'timeZone'> & {
    inventory: InventoryOptions
    translator(language: Language): Translate
  }

/** The check of the site's own pages: when it runs, what it has found, and what the panel shows of it. */
export function createSiteChecks({ inventory, translator, ...options }: SiteCheckOptions) {
  const listAddresses = () => listPublicAddresses(inventory)
  const asking = createAsking({ ...options, listAddresses })
  const checking = createChecking({ ...options, listAddresses })
  const reports = createCheckReports(options)
  const pages = createPageReports(options)
  return {
    routes: [checkReportRoutes({ reports, pages }), checkRoutes({ asking, reports })],
    pollers: checkPollers({ asking, checking }),
    liveTopics: [siteCheckChanged],
    notifications: createSeoNotifications({ translator }),
    endResponses: checking.stop,
  } satisfies Feature
}
