import { acceptForms } from '#http/forms.ts'
import { defineRoutes } from '#http/routes.ts'
import { privateHeaders } from '#http/security-headers.ts'
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

/** What people can do by their personal link: change their consent, download their data, be erased. */
export const rightsActionRoutes = (options: RightsRouteOptions) =>
  defineRoutes(async (server) => {
    const { rights, sendPage } = options
    await acceptForms(server, formLimit)
    for (const path of inEveryLanguage('/rights')) {
      server.post(
        `${path}/:token/consent`,
        { config: formRoute, schema: { hide: true, params: byToken, body: Form } },
        async (request, reply) =>
          answerLink(options, request, reply, async () => {
            const { token } = request.params
            const isGiven = request.body.given === 'yes'
            const language = request.pageLanguage
            await rights.setConsent(token, isGiven, language)
            return reply.redirect(rightsPath(language, token, isGiven ? 'given' : 'withdrawn'), 303)
          }),
      )

      server.post(
        `${path}/:token/export`,
        { config: formRoute, schema: { hide: true, params: byToken, body: Form } },
        async (request, reply) =>
          answerLink(options, request, reply, async () => {
            const data = await rights.export(request.params.token)
            return reply
              .headers({
                ...privateHeaders,
                'content-type': 'application/json; charset=utf-8',
                'content-disposition': 'attachment; filename="my-data.json"',
              })
              .send(JSON.stringify(data, null, 2))
          }),
      )

      server.get(
        `${path}/:token/erase`,
        { config: formRoute, schema: { hide: true, params: byToken } },
        async (request, reply) =>
          answerLink(options, request, reply, async () => {
            const { token } = request.params
            const { person } = await rights.read(token, request.pageLanguage)
            return sendPage(request, reply, {
              page: 'rights',
              data: { view: 'erase', token, name: person.name },
            })
          }),
      )

      server.post(
        `${path}/:token/erase`,
        { config: formRoute, schema: { hide: true, params: byToken, body: Form } },
        async (request, reply) =>
          answerLink(options, request, reply, async () => {
            await rights.erase(request.params.token)
            return sendPage(request, reply, { page: 'rights', data: { view: 'erased' }, path: '/rights' })
          }),
      )
    }
  })
