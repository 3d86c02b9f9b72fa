import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { mailPaths } from '#features/mail/model.ts'
import { defineRoutes } from '#http/routes.ts'
import { privateHeaders } from '#http/security-headers.ts'
import { transparentPixel } from '#http/transparent-pixel.ts'
import { Problem } from '#shared/problem.ts'
import type { RequestOrigin, Tracking } from './tracking.ts'

const byToken = z.object({ token: z.string().max(100) })
const schema = { hide: true, params: byToken }
const config = { access: 'public' } as const
const headers = { ...privateHeaders, 'x-robots-tag': 'noindex, nofollow' }

/** The pixel and the links in mails. They neither need nor set cookies, and change only the record of the mail. */
export const trackingRoutes = ({ tracking }: { tracking: Tracking }) =>
  defineRoutes((server) => {
    server.get(`${mailPaths.open}:token`, { config, schema }, async (request, reply) => {
      await tracking.open(request.params.token, originOf(request))
      return (
        reply
          .headers(headers)
          // Webmail shows it on a site of its own.
          .headers({ 'content-type': 'image/gif', 'cross-origin-resource-policy': 'cross-origin' })
          .send(transparentPixel)
      )
    })

    server.get(`${mailPaths.click}:token`, { config, schema }, async (request, reply) => {
      const target = await tracking.click(request.params.token, originOf(request))
      if (target === undefined) throw new Problem('not_found', 404)
      return reply.headers(headers).redirect(new URL(target).href, 302)
    })
  })

function originOf({ method, headers }: FastifyRequest): RequestOrigin {
  const purpose = headers['sec-purpose'] ?? headers['x-purpose'] ?? headers.purpose
  return { method, userAgent: headers['user-agent'] ?? '', purpose: String(purpose ?? '') }
}
