import { z } from 'zod'
import { NewReportMail, ReportMail, ReportMails } from '#features/reports/contract.ts'
import { reportPermissions } from '#features/reports/permissions.ts'
import { defineRoutes } from '#http/routes.ts'
import { byId } from '#shared/parameters.ts'
import type { ReportMailing } from './report-mails.ts'

const tags = ['Reports']

/** The reports that the user has sent to their own address. */
export const reportMailRoutes = ({ mails }: { mails: ReportMailing }) =>
  defineRoutes((server) => {
    server.get(
      '/api/reports/mails',
      {
        config: { access: reportPermissions.receive },
        schema: {
          tags,
          operationId: 'listReportMails',
          summary: 'The reports that the user gets by mail, and to which address',
          response: { 200: ReportMails },
        },
      },
      (_request, _reply, { user }) => mails.list(user.id),
    )

    server.post(
      '/api/reports/mails',
      {
        config: { access: reportPermissions.receive, refusals: { 409: ['report_mails_full'] } },
        schema: {
          tags,
          operationId: 'createReportMail',
          summary: 'Get a report by mail every week or month',
          description:
            'The figures of the last whole week, from Monday to Sunday, or of the last whole month, beside those of the one before; in the language of the user, at eight in the morning where they are.',
          body: NewReportMail,
          response: { 201: ReportMail },
        },
      },
      async (request, reply, { user }) => reply.status(201).send(await mails.create(request.body, user.id)),
    )

    server.post(
      '/api/reports/mails/:id/send',
      {
        config: {
          access: reportPermissions.receive,
          refusals: { 404: ['report_mail_not_found'], 409: ['report_mail_no_address'] },
        },
        schema: {
          tags,
          operationId: 'sendReportMail',
          summary: 'Send a report now, once a minute at most',
          params: byId,
          response: { 204: z.null() },
        },
      },
      async (request, reply, { user }) => {
        await mails.send(request.params.id, user.id)
        return reply.status(204).send(null)
      },
    )

    server.delete(
      '/api/reports/mails/:id',
      {
        config: { access: reportPermissions.receive, refusals: { 404: ['report_mail_not_found'] } },
        schema: {
          tags,
          operationId: 'deleteReportMail',
          summary: 'Get a report by mail no longer',
          params: byId,
          response: { 204: z.null() },
        },
      },
      async (request, reply, { user }) => {
        await mails.remove(request.params.id, user.id)
        return reply.status(204).send(null)
      },
    )
  })
