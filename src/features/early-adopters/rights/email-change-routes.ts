import { z } from 'zod'
import { acceptForms } from '#http/forms.ts'
import { defineRoutes } from '#http/routes.ts'
import { inEveryLanguage } from '#shared/languages.ts'
import {
  answerLink,
  byToken,
  Form,
  formLimit,
  formRoute,
  type RightsRouteOptions,
  rightsPath,
} from './rights-pages.ts'

/** In the query, because it contains an address and is longer than a part of a path may be. */
const Token = z.object({ token: z.string().max(1000) }).catch({ token: '' })

/** A new address that waits for its confirmation: confirming and cancelling it. */
export const emailChangeRoutes = (options: RightsRouteOptions) =>
  defineRoutes(async (server) => {
    const { rights, sendPage } = options
    await acceptForms(server, formLimit)
    for (const path of inEveryLanguage('/rights')) {
      server.post(
        `${path}/:token/email/cancel`,
        { config: formRoute, schema: { hide: true, params: byToken, body: Form } },
        async (request, reply) =>
          answerLink(options, request, reply, async () => {
            const { token } = request.params
            await rights.cancelEmailChange(token)
            return reply.redirect(rightsPath(request.pageLanguage, token, 'email_cancelled'), 303)
          }),
      )

      server.get(
        `${path}/email`,
        { config: formRoute, schema: { hide: true, querystring: Token } },
        async (request, reply) =>
          answerLink(options, request, reply, async () => {
            const { token } = request.query
            const { email } = await rights.readEmailChange(token)
            const address = `/rights/email?token=${encodeURIComponent(token)}`
            return sendPage(request, reply, {
              page: 'rights',
              data: { view: 'email', token, email },
              path: address,
            })
          }),
      )

      server.post(
        `${path}/email`,
        { config: formRoute, schema: { hide: true, body: Token } },
        async (request, reply) =>
          answerLink(options, request, reply, async () => {
            const token = await rights.confirmEmail(request.body.token)
            return reply.redirect(rightsPath(request.pageLanguage, token, 'email_confirmed'), 303)
          }),
      )
    }
  })
