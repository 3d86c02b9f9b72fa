import { defineRoutes } from '#http/routes.ts'
import { MailMetrics, MailTransport, MetricsQuery } from './contract.ts'
import type { MetricsOfMail } from './metrics.ts'
import { mailPermissions } from './permissions.ts'

interface MetricsRouteOptions {
  metrics: MetricsOfMail
  /** Whether mails leave from here. */
  canSend: boolean
}

/** What has become of the mails, for the team. */
export const mailMetricsRoutes = ({ metrics, canSend }: MetricsRouteOptions) =>
  defineRoutes((server) => {
    const tags = ['mail']
    const config = { access: mailPermissions.readMetrics } as const

    server.get(
      '/api/mail/metrics',
      {
        config,
        schema: {
          tags,
          summary: 'What has become of the mails: in sum, by day, and by what they were',
          querystring: MetricsQuery,
          response: { 200: MailMetrics },
        },
      },
      async (request) => metrics.read(request.query),
    )

    server.get(
      '/api/mail/transport',
      {
        config,
        schema: { tags, summary: 'Whether mails leave from here', response: { 200: MailTransport } },
      },
      async () => ({ configured: canSend }),
    )
  })
