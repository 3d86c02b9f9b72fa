import { defineRoutes } from '#http/routes.ts'
import { DashboardMetrics, DashboardQuery, FunnelFigures, Timeline, TimelineQuery } from './contract.ts'
import { dashboardPermissions } from './permissions.ts'
import type { Dashboard } from './service.ts'

interface DashboardRouteOptions {
  dashboard: Dashboard
  /** What each figure counts, as the notes of the panel say it. */
  definitions: string
}

/** The metrics of the dashboard, for the team. */
export const dashboardRoutes = ({ dashboard, definitions }: DashboardRouteOptions) =>
  defineRoutes((server) => {
    server.get(
      '/api/admin/metrics/dashboard',
      {
        config: { access: dashboardPermissions.read },
        schema: {
          tags: ['Dashboard'],
          operationId: 'getDashboardMetrics',
          summary: 'Get the metrics of the dashboard of the last days, or of the days from one to another',
          description: `The people are those who registered in the period, with what they have done until now; visits are those of the period. Days are those of the site’s time zone. A rate is a percentage, and 0 when there is nothing to divide by.\n\n${definitions}`,
          querystring: DashboardQuery,
          response: { 200: DashboardMetrics },
        },
      },
      async (request) => dashboard.read(request.query),
    )

    server.get(
      '/api/dashboard/funnel',
      {
        config: { access: dashboardPermissions.read },
        schema: {
          tags: ['Dashboard'],
          operationId: 'getFunnelFigures',
          summary: 'Get how many went on from each step of the funnel, are still under way, or are lost',
          description:
            'The same people as in the metrics of the dashboard: those who registered in the period. Who has reached a step and not the next one is still under way for the days that the setting `funnelStepDays` says, and then lost; who has unsubscribed, whose address is suppressed, or who has been erased, at once. Intervals are those of Wilson with a confidence of 95 %.',
          querystring: DashboardQuery,
          response: { 200: FunnelFigures },
        },
      },
      async (request) => dashboard.readFunnel(request.query),
    )

    server.get(
      '/api/dashboard/timeline',
      {
        config: { access: dashboardPermissions.read },
        schema: {
          tags: ['Dashboard'],
          operationId: 'getTimeline',
          summary: 'Get what the team published and sent on the days of a period',
          querystring: TimelineQuery,
          response: { 200: Timeline },
        },
      },
      (request, _reply, { user }) => dashboard.readTimeline(request.query, user),
    )
  })
