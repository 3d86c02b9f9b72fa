import { MailMetrics, MailTransport, MetricsQuery, UnfinishedMails } from '#features/mail/contract.ts'
import { mailPermissions } from '#features/mail/permissions.ts'
import { defineRoutes } from '#http/routes.ts'
import type { MetricsOfMail } from './metrics.ts'

interface MetricsRouteOptions {
  metrics: MetricsOfMail
  /** Whether a mail server is configured. */
  canSend: boolean
  isServerReachable: () => boolean | undefined
  readUnfinished: () => Promise<UnfinishedMails>
}

/** The metrics of mails, for the team. */
export const mailMetricsRoutes = ({
  metrics,
  canSend,
  isServerReachable,
  readUnfinished,
}: MetricsRouteOptions) =>
  defineRoutes((server) => {
    const tags = ['Mail']
    const config = { access: mailPermissions.readMetrics } as const

    server.get(
      '/api/mail/metrics',
      {
        config,
        schema: {
          tags,
          operationId: 'getMailMetrics',
          summary: 'Get mail metrics: totals, by day, and by one dimension',
          querystring: MetricsQuery,
          response: { 200: MailMetrics },
        },
      },
      async (request) => metrics.read(request.query),
    )

    server.get(
      '/api/mail/transport',
      {
        config: { ...config, isAutomatic: true },
        schema: {
          tags,
          operationId: 'getMailTransport',
          summary: 'Get whether a mail server is configured and can be reached',
          response: { 200: MailTransport },
        },
      },
      async () => ({ configured: canSend, reachable: canSend ? (isServerReachable() ?? null) : null }),
    )

    server.get(
      '/api/mail/unfinished',
      {
        config: { ...config, isAutomatic: true },
        schema: {
          tags,
          operationId: 'getUnfinishedMails',
          summary: 'Count the mails that are not finished, by what they wait for',
          response: { 200: UnfinishedMails },
        },
      },
      readUnfinished,
    )
  })
