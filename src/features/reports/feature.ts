import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { linkRoutes } from '#features/reports/links/link-routes.ts'
import { createLinks } from '#features/reports/links/links.ts'
import { reportMailRoutes } from '#features/reports/mailing/report-mail-routes.ts'
import { createReportMails } from '#features/reports/mailing/report-mails.ts'
import { siteSettings } from '#site/settings.ts'
import { forgetLinksJob } from './jobs.ts'
import { reportPermissions } from './permissions.ts'
import type { ReportNeeds } from './ports.ts'
import { createReportBackup } from './restoring-store.ts'

/** The figures for whoever is not at the panel: links with which anybody reads them, and reports by mail. */
export function createReportFeature(core: Core, needs: ReportNeeds) {
  const { db, clock, log, translator, publicUrl, settings, config } = core
  const canSend = config.mail.smtpUrl !== undefined
  const links = createLinks({ db, clock, log, ...needs })
  const mails = createReportMails({
    ...{ db, clock, log, translator, publicUrl, canSend, ...needs },
    timeZone: () => settings.get(siteSettings.timeZone),
  })
  return {
    permissions: reportPermissions,
    apiParts: [
      {
        name: 'Reports',
        description: 'The figures of the dashboard by mail, and for whoever has a link to them.',
        group: 'team',
      },
    ],
    routes: [linkRoutes({ links }), reportMailRoutes({ mails })],
    pollers: canSend ? [mails.poller] : [],
    jobs: [forgetLinksJob({ db, clock })],
    backup: createReportBackup(needs.findDeleted),
    findSession: links.find,
  } satisfies Feature & Record<string, unknown>
}
