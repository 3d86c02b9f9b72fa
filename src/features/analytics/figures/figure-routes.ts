import {
  EventFigures,
  EventQuery,
  LiveVisitors,
  SpeedFigures,
  SpeedQuery,
  VisitFigures,
  VisitQuery,
} from '#features/analytics/contract.ts'
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
          querystring: VisitQuery,
          response: { 200: VisitFigures },
        },
      },
      async (request) => figures.read(request.query),
    )

    server.get(
      '/api/analytics/live',
      {
        config: { access: analyticsPermissions.read },
        schema: {
          tags: ['Visit figures'],
          operationId: 'getLiveVisitors',
          summary: 'Get how many visitors viewed a page within the last five minutes',
          response: { 200: LiveVisitors },
        },
      },
      async () => figures.readLive(),
    )

    server.get(
      '/api/analytics/events',
      {
        config: { access: analyticsPermissions.read },
        schema: {
          tags: ['Visit figures'],
          operationId: 'getEventFigures',
          summary: 'Get what visitors did in a period, and which goals they reached',
          querystring: EventQuery,
          response: { 200: EventFigures },
        },
      },
      async (request) => figures.readEvents(request.query),
    )

    server.get(
      '/api/analytics/speed',
      {
        config: { access: analyticsPermissions.read },
        schema: {
          tags: ['Visit figures'],
          operationId: 'getSpeedFigures',
          summary: 'Get how fast the public pages were in browsers',
          description:
            'The value that three of four views do not exceed, as the Web Vitals are judged (https://web.dev/articles/vitals). Views are counted by values rounded to two digits.',
          querystring: SpeedQuery,
          response: { 200: SpeedFigures },
        },
      },
      async (request) => figures.readSpeed(request.query),
    )
  })
