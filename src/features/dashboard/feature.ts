import type { Core } from '#core.ts'
import type { Feature } from '#feature.ts'
import { dashboardPermissions } from './permissions.ts'
import type { DashboardNeeds } from './ports.ts'
import { dashboardRoutes } from './routes.ts'
import { createDashboard } from './service.ts'

/** The start screen: how many people the site has won, and where they are lost. */
export function createDashboardFeature({ clock }: Core, needs: DashboardNeeds): Feature {
  return {
    permissions: dashboardPermissions,
    apiParts: [
      {
        name: 'Dashboard',
        description: 'How many people the site wins, and where it loses them.',
        group: 'team',
      },
    ],
    routes: [dashboardRoutes({ dashboard: createDashboard({ clock, ...needs }) })],
  }
}
