import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import {
  EventReports,
  ReportedEvent,
  ReportedView,
  TakenReports,
  ViewReports,
} from '#features/analytics/contract.ts'
import { reportPaths } from '#features/analytics/model.ts'
import { describeFields, refusedFields } from '#http/problem-details.ts'
import { defineRoutes } from '#http/routes.ts'
import type { Catalogues } from '#platform/catalogues.ts'
import { Problem, type RefusedField } from '#shared/problem.ts'
import type { Viewer } from './intake.ts'
import { type ViewRouteOptions, viewerOf } from './view-routes.ts'

interface ReportRouteOptions extends ViewRouteOptions {
  catalogues: Catalogues
  /** Whether a kind of reports is taken. */
  takes(kind: keyof typeof reportPaths): boolean
}

/** The reports of programs, each kind of which is taken only if the team wants it. */
export const reportRoutes = (options: ReportRouteOptions) =>
  defineRoutes((server) => {
    const { intake, takes } = options
    const optionsOf = (kind: keyof typeof reportPaths) =>
      ({
        config: {
          access: 'public',
          rateLimit: 'own',
          refusals: { 404: ['not_found'], 429: ['rate_limited'] },
        },
        // Before the body is read: what is switched off does not say how it would have to look.
        onRequest: async () => {
          if (!takes(kind)) throw new Problem('not_found', 404)
        },
      }) as const

    const takeReports = createReportTaking(options)

    server.post(
      reportPaths.pageviews,
      {
        ...optionsOf('pageviews'),
        schema: {
          tags: ['Visits'],
          operationId: 'reportPageViews',
          summary: 'Report views of public pages, many at once',
          description:
            'For programs that show the pages by themselves: the pages of the site count their views without it. A view whose `id` is known already counts once. Only while `ANALYTICS_PAGEVIEWS` is on.',
          body: ViewReports,
          response: { 202: TakenReports },
        },
      },
      async (request, reply) =>
        reply.status(202).send(
          await takeReports(request, request.body.events, {
            ...{ schema: ReportedView, fromBots: true },
            take: intake.takeViews,
          }),
        ),
    )

    for (const kind of ['events', 'conversions'] as const)
      server.post(
        reportPaths[kind],
        {
          ...optionsOf(kind),
          schema: {
            tags: ['Visits'],
            operationId: kind === 'events' ? 'reportEvents' : 'reportConversions',
            summary:
              kind === 'events'
                ? 'Report what a visitor did on public pages'
                : 'Report that a visitor reached a goal',
            description: `Each report is taken or refused by itself; one whose \`id\` is known already counts once. Programs that call themselves bots are refused. Only while \`ANALYTICS_${kind.toUpperCase()}\` is on.`,
            body: EventReports,
            response: { 202: TakenReports },
          },
        },
        async (request, reply) =>
          reply.status(202).send(
            await takeReports(request, request.body.events, {
              ...{ schema: ReportedEvent, fromBots: false },
              take: (events, viewer) =>
                intake.takeEvents(events, viewer, { areConversions: kind === 'conversions' }),
            }),
          ),
      )
  })

/** Creates what takes reports: what can be taken of them, and why the others are refused. */
function createReportTaking({ intake, findCountry, limit, catalogues }: ReportRouteOptions) {
  return async function takeReports<Report extends { page: string; at?: string | undefined }>(
    request: FastifyRequest,
    sent: readonly unknown[],
    {
      schema,
      take,
      fromBots,
    }: {
      schema: z.ZodType<Report>
      take: (reports: Report[], viewer: Viewer) => Promise<void>
      /** Whether reports of bots are taken as well. */
      fromBots: boolean
    },
  ): Promise<TakenReports> {
    await limit.take(request.client, sent.length)
    const viewer = viewerOf(request.client, request.raw, findCountry)
    const accepted: Report[] = []
    const refused: TakenReports['refused'] = []
    for (const [index, one] of sent.entries()) {
      const parsed = schema.safeParse(one)
      const refusals: RefusedField[] = parsed.success
        ? await intake.listRefusals(parsed.data)
        : refusedFields(parsed.error.issues)
      if (!fromBots && intake.isProgram(viewer)) refusals.push({ field: '', code: 'reporter_is_program' })
      if (parsed.success && refusals.length === 0) accepted.push(parsed.data)
      else refused.push({ index, errors: describeFields(refusals, request.language, catalogues) })
    }
    if (accepted.length > 0) await take(accepted, viewer)
    return { accepted: accepted.length, refused }
  }
}
