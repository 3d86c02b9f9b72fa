import { BounceOutcome } from '#features/mail/contract.ts'
import { mailPermissions } from '#features/mail/permissions.ts'
import { defineRoutes } from '#http/routes.ts'
import { Problem } from '#shared/problem.ts'
import type { Bounces } from './bounces.ts'

const tags = ['Mail']
/** Larger than any report; the mail that it quotes is not needed. */
const largestBounce = 1_000_000

interface BounceRouteOptions {
  bounces: Bounces
  /** Authorizes a mail server to report returned mails. */
  bounceToken: string | undefined
}

/** Receives reports of returned mails. */
export const bounceRoutes = ({ bounces, bounceToken }: BounceRouteOptions) =>
  defineRoutes(async (server) => {
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
            bodyExample: 'Subject: Undelivered Mail Returned to Sender\r\n\r\nThe report of the mail server.',
          },
          bodyLimit: largestBounce,
          schema: {
            tags,
            operationId: 'reportBounce',
            summary: 'Report a returned mail, with the bounce token or as an admin',
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
