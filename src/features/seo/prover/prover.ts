import type { Feature } from '#feature.ts'
import type { AddressSource } from '#features/seo/addresses/address-source.ts'
import type { Translate } from '#platform/catalogues.ts'
import type { Language } from '#shared/languages.ts'
import { type CheckRunnerOptions, createCheckRunner } from './check-runner.ts'
import { siteCheckChanged } from './contract.ts'
import { listPublicAddresses } from './inventory.ts'
import { createSeoNotifications } from './notifications.ts'
import { createPageReports } from './page-reports.ts'
import { checkPollers } from './poller.ts'
import { createCheckReports, type ReportOptions } from './reports.ts'
import { checkReportRoutes, checkRoutes } from './routes.ts'
import { type CheckScheduleOptions, createCheckSchedule } from './schedule.ts'

/** What other features do for the check of the pages. */
export type ProverNeeds = Pick<CheckRunnerOptions, 'ask' | 'countVisits' | 'findScreens' | 'notify'> &
  Pick<ReportOptions, 'findNames'>

type ProverOptions = ProverNeeds &
  Pick<CheckRunnerOptions, 'db' | 'clock' | 'log' | 'publicUrl' | 'hasSitemap'> &
  Pick<CheckScheduleOptions, 'timeZone'> & {
    addresses: AddressSource
    translator(language: Language): Translate
  }

/** The check of the site's own pages: when it runs, what it has found, and what the panel shows of it. */
export function createProver({ addresses, translator, ...options }: ProverOptions) {
  const listAddresses = () => listPublicAddresses(addresses)
  const schedule = createCheckSchedule({ ...options, listAddresses })
  const runner = createCheckRunner({ ...options, listAddresses })
  const reports = createCheckReports(options)
  const pages = createPageReports(options)
  return {
    routes: [checkReportRoutes({ reports, pages }), checkRoutes({ schedule, reports })],
    pollers: checkPollers({ schedule, runner }),
    liveTopics: [siteCheckChanged],
    notifications: createSeoNotifications({ translator }),
    endResponses: runner.stop,
  } satisfies Feature
}
