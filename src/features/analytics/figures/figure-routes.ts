import { PeriodQuery, VisitFigures } from '#features/analytics/contract.ts'
import { analyticsPermissions } from '#features/analytics/permissions.ts'
import { defineRoutes } from '#http/routes.ts'
import type { Figures } from './figures.ts'

/** The figures about visits, for the team. */
export const figureRoutes = ({ figures }: { figures: Figures }) =>
  defineRoutes((server) => {
    server.get(
      '/api/analytics/visits',
      {
        config: { access: analyticsPermissions.read },
        schema: {
          tags: ['Visit figures'],
          operationId: 'getVisitFigures',
          summary:
            'Get visits and views of a period, by day and by page, source, language, device and country',
          querystring: PeriodQuery,
          response: { 200: VisitFigures },
        },
      },
      async (request) => figures.read(figures.periodOf(request.query.days)),
    )
  })
