import { PeriodQuery } from '#features/analytics/contract.ts'
import { defineRoutes } from '#http/routes.ts'
import { DashboardMetrics } from './contract.ts'
import { dashboardPermissions } from './permissions.ts'
import type { Dashboard } from './service.ts'

/** The metrics of the dashboard, for the team. */
export const dashboardRoutes = ({ dashboard }: { dashboard: Dashboard }) =>
  defineRoutes((server) => {
    server.get(
      '/api/admin/metrics/dashboard',
      {
        config: { access: dashboardPermissions.read },
        schema: {
          tags: ['Dashboard'],
          operationId: 'getDashboardMetrics',
          summary: 'Get the metrics of the dashboard for the last 7, 30 or 90 days',
          description:
            'The people are those who registered in the period, with what they have done until now; visits are those of the period. Days are those of the site’s time zone. A rate is a percentage, and 0 when there is nothing to divide by.',
          querystring: PeriodQuery,
          response: { 200: DashboardMetrics },
        },
      },
      async (request) => dashboard.read(request.query.days),
    )
  })
