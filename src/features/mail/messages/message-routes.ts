import { z } from 'zod'
import { MailDetail, MailMessage, MailQuery } from '#features/mail/contract.ts'
import { mailPermissions } from '#features/mail/permissions.ts'
import { pagedList } from '#http/paging.ts'
import { defineRoutes } from '#http/routes.ts'
import { byId } from '#shared/parameters.ts'
import type { MailMessages } from './messages.ts'

const tags = ['Mail']

/** The mails and their statuses. */
export const mailMessageRoutes = ({ messages }: { messages: MailMessages }) =>
  defineRoutes((server) => {
    server.get(
      '/api/mail/messages',
      {
        config: { access: mailPermissions.readMessages },
        schema: {
          tags,
          operationId: 'listMails',
          summary: 'List mails, newest first',
          querystring: MailQuery,
          response: { 200: z.array(MailMessage) },
        },
      },
      async (request, reply, signedIn) =>
        pagedList(request, reply, await messages.list(request.query, signedIn.user)),
    )

    server.get(
      '/api/mail/messages/:id',
      {
        config: { access: mailPermissions.readMessages },
        schema: {
          tags,
          operationId: 'getMail',
          summary: 'Get a mail with its content and history',
          params: byId,
          response: { 200: MailDetail },
        },
      },
      async (request, _reply, signedIn) => messages.get(request.params.id, signedIn.user),
    )

    server.post(
      '/api/mail/messages/:id/resend',
      {
        config: {
          access: mailPermissions.resend,
          refusals: { 409: ['mail_not_resendable', 'mail_stopped'] },
        },
        schema: {
          tags,
          operationId: 'resendMail',
          summary: 'Resend a mail that did not arrive',
          params: byId,
          response: { 200: MailMessage },
        },
      },
      async (request, _reply, signedIn) => messages.resend(request.params.id, signedIn.user),
    )
  })
