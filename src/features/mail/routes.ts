import { z } from 'zod'
import type { Bounces } from '#features/mail/bounces/bounces.ts'
import type { MailMessages } from '#features/mail/messages/messages.ts'
import type { Suppressions } from '#features/mail/suppression/suppression-store.ts'
import { pagedList } from '#http/paging.ts'
import { defineRoutes } from '#http/routes.ts'
import { byId } from '#shared/parameters.ts'
import { Problem } from '#shared/problem.ts'
import { text } from '#shared/text.ts'
import {
  BounceOutcome,
  MailDetail,
  MailMessage,
  MailQuery,
  Suppression,
  SuppressionDraft,
  SuppressionQuery,
} from './contract.ts'
import { mailPermissions } from './permissions.ts'

const tags = ['mail']
const byAddress = z.object({ email: text(254) })
/** Larger than any notification; what it quotes of the mail is not needed. */
const largestBounce = 1_000_000

interface MailRouteOptions {
  messages: MailMessages
  suppressions: Suppressions
  bounces: Bounces
  /** Lets a mail server hand in what came back. */
  bounceToken: string | undefined
}

/** What was sent and what was not, who is sent nothing, and what came back. */
export const mailRoutes = ({ messages, suppressions, bounces, bounceToken }: MailRouteOptions) =>
  defineRoutes(async (server) => {
    server.get(
      '/api/mail/messages',
      {
        config: { access: mailPermissions.readMessages },
        schema: {
          tags,
          summary: 'Mails, newest first',
          querystring: MailQuery,
          response: { 200: z.array(MailMessage) },
        },
      },
      async (request, reply, signedIn) =>
        pagedList(request, reply, await messages.list(request.query, signedIn.user.role)),
    )

    server.get(
      '/api/mail/messages/:id',
      {
        config: { access: mailPermissions.readMessages },
        schema: {
          tags,
          summary: 'A mail with its history and what it says',
          params: byId,
          response: { 200: MailDetail },
        },
      },
      async (request, _reply, signedIn) => messages.get(request.params.id, signedIn.user.role),
    )

    server.post(
      '/api/mail/messages/:id/resend',
      {
        config: { access: mailPermissions.resend },
        schema: {
          tags,
          summary: 'Send a mail that did not arrive once more',
          params: byId,
          response: { 200: MailMessage },
        },
      },
      async (request, _reply, signedIn) => messages.resend(request.params.id, signedIn.user.role),
    )

    server.get(
      '/api/mail/suppressions',
      {
        config: { access: mailPermissions.readSuppressions },
        schema: {
          tags,
          summary: 'Addresses that nothing is sent to, or nothing but what they ask for',
          querystring: SuppressionQuery,
          response: { 200: z.array(Suppression) },
        },
      },
      async (request, reply) => pagedList(request, reply, await suppressions.list(request.query)),
    )

    server.post(
      '/api/mail/suppressions',
      {
        config: { access: mailPermissions.editSuppressions },
        schema: {
          tags,
          summary: 'Send an address nothing from now on',
          body: SuppressionDraft,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        await suppressions.suppress('by_hand', request.body.email)
        return reply.status(204).send(null)
      },
    )

    server.delete(
      '/api/mail/suppressions',
      {
        config: { access: mailPermissions.editSuppressions },
        schema: {
          tags,
          summary: 'Let an address have mail again',
          querystring: byAddress,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        await suppressions.unsuppress(request.query.email)
        return reply.status(204).send(null)
      },
    )

    await server.scope((scope) => {
      scope.instance.addContentTypeParser(
        'message/rfc822',
        { parseAs: 'buffer', bodyLimit: largestBounce },
        (_request, body, done) => done(null, body),
      )
      scope.post(
        '/api/mail/bounces',
        {
          config: {
            access: { permission: mailPermissions.takeBounces, token: bounceToken },
            expects: 'message/rfc822',
          },
          bodyLimit: largestBounce,
          schema: {
            tags,
            summary: 'Hand in a mail that came back, by the token for it or as an admin',
            response: { 200: BounceOutcome },
          },
        },
        async (request) => {
          if (!Buffer.isBuffer(request.body)) throw new Problem('unsupported_media_type', 415)
          return { outcome: await bounces.take(request.body) }
        },
      )
    })
  })
