import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { siteSettings } from '#site/settings.ts'
import { describeDefinitions } from './definitions.ts'
import { dashboardPermissions } from './permissions.ts'
import type { DashboardNeeds } from './ports.ts'
import { dashboardRoutes } from './routes.ts'
import { createDashboard } from './service.ts'
import { dashboardSettings } from './settings.ts'

/** The start screen: how many people the site has won, and where they are lost. */
export function createDashboardFeature({ clock, settings, translator }: Core, needs: DashboardNeeds) {
  const dashboard = createDashboard({
    ...{ clock, ...needs },
    timeZone: () => settings.get(siteSettings.timeZone),
    stepDays: () => settings.get(dashboardSettings.funnelStepDays),
  })
  return {
    permissions: dashboardPermissions,
    settings: Object.values(dashboardSettings),
    apiParts: [
      {
        name: 'Dashboard',
        description: 'How many people the site wins, and where it loses them.',
        group: 'team',
      },
    ],
    routes: [dashboardRoutes({ dashboard, definitions: describeDefinitions(translator('en')) })],
    readMetrics: dashboard.read,
  } satisfies Feature & Record<string, unknown>
}
