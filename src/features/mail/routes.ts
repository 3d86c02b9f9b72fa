import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { findBearerToken, getSignedIn } from '#http/access.ts'
import { setPageHeaders } from '#http/paging.ts'
import { defineRoutes } from '#http/routes.ts'
import { Problem } from '#shared/problem.ts'
import { text } from '#shared/text.ts'
import type { Bounces } from './bounces.ts'
import {
  BounceOutcome,
  MailDetail,
  MailMessage,
  MailQuery,
  Suppression,
  SuppressionDraft,
  SuppressionQuery,
} from './contract.ts'
import type { Mail } from './service.ts'
import type { Suppressions } from './suppression.ts'

const tags = ['mail']
const byId = z.object({ id: z.uuid() })
const byAddress = z.object({ email: text(254) })
/** Larger than any notification; what it quotes of the mail is not needed. */
const largestBounce = 1_000_000

interface MailRouteOptions {
  mail: Mail
  suppressions: Suppressions
  bounces: Bounces
  /** Lets a mail server hand in what came back. */
  bounceToken: string | undefined
}

/** What was sent and what was not, who is sent nothing, and what came back. */
export const mailRoutes = ({ mail, suppressions, bounces, bounceToken }: MailRouteOptions) =>
  defineRoutes((server) => {
    server.get(
      '/api/mail/messages',
      {
        config: { access: 'viewer' },
        schema: {
          tags,
          summary: 'Mails, newest first',
          querystring: MailQuery,
          response: { 200: z.array(MailMessage) },
        },
      },
      async (request, reply) => {
        const { items, total } = await mail.list(request.query)
        setPageHeaders(request, reply, { ...request.query, total })
        return items
      },
    )

    server.get(
      '/api/mail/messages/:id',
      {
        config: { access: 'viewer' },
        schema: {
          tags,
          summary: 'A mail with its history and what it says',
          params: byId,
          response: { 200: MailDetail },
        },
      },
      async (request) => mail.get(request.params.id, { isAdmin: getSignedIn(request).user.role === 'admin' }),
    )

    server.post(
      '/api/mail/messages/:id/resend',
      {
        config: { access: 'editor' },
        schema: {
          tags,
          summary: 'Send a mail that did not arrive once more',
          params: byId,
          response: { 200: MailMessage },
        },
      },
      async (request) => mail.resend(request.params.id),
    )

    server.get(
      '/api/mail/suppressions',
      {
        config: { access: 'viewer' },
        schema: {
          tags,
          summary: 'Addresses that nothing is sent to, or nothing but what they ask for',
          querystring: SuppressionQuery,
          response: { 200: z.array(Suppression) },
        },
      },
      async (request, reply) => {
        const { items, total } = await suppressions.list(request.query)
        setPageHeaders(request, reply, { ...request.query, total })
        return items
      },
    )

    server.post(
      '/api/mail/suppressions',
      {
        config: { access: 'editor' },
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
        config: { access: 'editor' },
        schema: {
          tags,
          summary: 'Let an address have mail again',
          querystring: byAddress,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        await suppressions.lift(request.query.email)
        return reply.status(204).send(null)
      },
    )

    server.register(async (scope) => {
      scope.addContentTypeParser(
        'message/rfc822',
        { parseAs: 'buffer', bodyLimit: largestBounce },
        (_request, body, done) => done(null, body),
      )
      scope.post(
        '/api/mail/bounces',
        {
          config: { access: 'public', expects: 'message/rfc822' },
          bodyLimit: largestBounce,
          schema: {
            tags,
            summary: 'Hand in a mail that came back, by the token for it or as an admin',
            response: { 200: BounceOutcome },
          },
          onRequest: async (request) => {
            if (isToken(findBearerToken(request), bounceToken)) return
            if (!request.signedIn) throw new Problem('unauthorized', 401)
            if (request.signedIn.user.role !== 'admin') throw new Problem('forbidden', 403)
          },
        },
        async (request) => {
          if (!Buffer.isBuffer(request.body)) throw new Problem('unsupported_media_type', 415)
          return { outcome: await bounces.take(request.body) }
        },
      )
    })
  })

function isToken(given: string | undefined, expected: string | undefined): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return given !== undefined && expected !== undefined && timingSafeEqual(digest(given), digest(expected))
}
