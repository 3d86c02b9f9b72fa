import formBody from '@fastify/formbody'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  Correction,
  type RightsNotice,
  type RightsState,
  rightsNotices,
} from '#features/early-adopters/contract.ts'
import { refusedFields } from '#http/problem-details.ts'
import { readLocalizedPath } from '#http/request-language.ts'
import { defineRoutes } from '#http/routes.ts'
import { privateHeaders } from '#http/security-headers.ts'
import type { Catalogues } from '#platform/catalogues.ts'
import { inEveryLanguage, type Language } from '#shared/languages.ts'
import { Problem } from '#shared/problem.ts'
import type { Rights } from './rights.ts'

export interface RightsRouteOptions {
  rights: Rights
  catalogues: Catalogues
  /** Answers with a page made for one request. */
  sendPage(request: FastifyRequest, reply: FastifyReply, content: RightsContent): Promise<void>
  /** Answers with a page that is the same for everyone, from the page cache. */
  sendNeutralPage(request: FastifyRequest, reply: FastifyReply, content: RightsContent): Promise<void>
}

interface RightsContent {
  page: 'rights'
  data: RightsState
  status?: number
  path?: string
}

const byToken = z.object({ token: z.string().max(200) })
/** Longer than a part of a path may be: there is an address in it. */
const Token = z.object({ token: z.string().max(1000) }).catch({ token: '' })
const Form = z.record(z.string(), z.union([z.string(), z.array(z.string())])).catch({})
const Query = z.object({ done: z.enum(rightsNotices).optional().catch(undefined) }).catch({})
const Email = Correction.pick({ email: true })

/**
 * A person's rights, by the link in every mail: pages that work without scripts. Nothing that a mail program or a scanner
 * fetches changes anything: only what is posted does.
 */
export const rightsRoutes = (options: RightsRouteOptions) =>
  defineRoutes(async (server) => {
    const { rights, catalogues, sendPage, sendNeutralPage } = options
    server.instance.removeAllContentTypeParsers()
    await server.instance.register(formBody, { bodyLimit: 64 * 1024 })
    const config = {
      access: 'public',
      expects: 'application/x-www-form-urlencoded',
      rateLimit: 'page',
    } as const

    /** Says of every link that is not in force that it leads nowhere, on a page that helps on. */
    async function answer(
      request: FastifyRequest,
      reply: FastifyReply,
      act: () => Promise<unknown>,
    ): Promise<unknown> {
      try {
        return await act()
      } catch (error) {
        if (!(error instanceof Problem) || error.status !== 404) throw error
        return sendNeutralPage(request, reply, {
          page: 'rights',
          data: { view: 'unknown' },
          path: '/rights',
          status: 404,
        })
      }
    }

    function sentencesOf(error: z.ZodError, language: Language): Record<string, string> {
      const t = catalogues.translator(language)
      return Object.fromEntries(
        refusedFields(error.issues).map(({ field, code }) => [
          field.split('.')[0] ?? '',
          t(catalogues.has(`errors:fields.${code}`) ? `errors:fields.${code}` : 'errors:fields.invalid'),
        ]),
      )
    }

    const languageOf = (request: FastifyRequest) => readLocalizedPath(request.raw).language
    const pathOf = (language: Language, token: string, done?: RightsNotice) =>
      `/${language}/rights/${token}${done ? `?done=${done}` : ''}`

    for (const path of inEveryLanguage('/rights')) {
      server.get(path, { config: { access: 'public' }, schema: { hide: true } }, (request, reply) =>
        sendNeutralPage(request, reply, {
          page: 'rights',
          data: { view: 'request', sent: request.url.endsWith('?sent') },
          path: '/rights',
        }),
      )

      server.post(path, { config, schema: { hide: true, body: Form } }, async (request, reply) => {
        const language = languageOf(request)
        const read = Email.safeParse(request.body)
        if (!read.success) {
          const email = typeof request.body.email === 'string' ? request.body.email : ''
          const { email: error = '' } = sentencesOf(read.error, language)
          return sendPage(request, reply, {
            page: 'rights',
            data: { view: 'request', email, error },
            status: 422,
          })
        }
        // Not waited for: how long it takes would tell whether the address is one of ours.
        rights.sendLink(read.data.email).catch((error: unknown) => {
          request.log.error({ err: error }, 'a rights link could not be ordered')
        })
        return reply.redirect(`/${language}/rights?sent`, 303)
      })

      server.get(
        `${path}/:token`,
        { config, schema: { hide: true, params: byToken, querystring: Query } },
        async (request, reply) =>
          answer(request, reply, async () => {
            const { token } = request.params
            const { done: notice } = request.query
            const data = await rights.read(token, languageOf(request))
            return sendPage(request, reply, {
              page: 'rights',
              data: { view: 'person', token, data, ...(notice && { notice }) },
            })
          }),
      )

      server.post(
        `${path}/:token`,
        { config, schema: { hide: true, params: byToken, body: Form } },
        async (request, reply) =>
          answer(request, reply, async () => {
            const { token } = request.params
            const values = { ...request.body, interests: [request.body.interests ?? []].flat() }
            const read = Correction.safeParse(values)
            if (!read.success) {
              const errors = sentencesOf(read.error, languageOf(request))
              const data = await rights.read(token, languageOf(request))
              return sendPage(request, reply, {
                page: 'rights',
                data: { view: 'person', token, data, refused: { values, errors } },
                status: 422,
              })
            }
            const done = await rights.correct(token, read.data)
            return reply.redirect(pathOf(read.data.language, token, done), 303)
          }),
      )

      server.post(
        `${path}/:token/consent`,
        { config, schema: { hide: true, params: byToken, body: Form } },
        async (request, reply) =>
          answer(request, reply, async () => {
            const { token } = request.params
            const isGiven = request.body.given === 'yes'
            const language = languageOf(request)
            await rights.setConsent(token, isGiven, language)
            return reply.redirect(pathOf(language, token, isGiven ? 'given' : 'withdrawn'), 303)
          }),
      )

      server.post(
        `${path}/:token/export`,
        { config, schema: { hide: true, params: byToken, body: Form } },
        async (request, reply) =>
          answer(request, reply, async () => {
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
        { config, schema: { hide: true, params: byToken } },
        async (request, reply) =>
          answer(request, reply, async () => {
            const { token } = request.params
            const { person } = await rights.read(token, languageOf(request))
            return sendPage(request, reply, {
              page: 'rights',
              data: { view: 'erase', token, name: person.name },
            })
          }),
      )

      server.post(
        `${path}/:token/erase`,
        { config, schema: { hide: true, params: byToken, body: Form } },
        async (request, reply) =>
          answer(request, reply, async () => {
            await rights.erase(request.params.token)
            return sendPage(request, reply, { page: 'rights', data: { view: 'erased' }, path: '/rights' })
          }),
      )

      server.post(
        `${path}/:token/email/cancel`,
        { config, schema: { hide: true, params: byToken, body: Form } },
        async (request, reply) =>
          answer(request, reply, async () => {
            const { token } = request.params
            await rights.cancelEmailChange(token)
            return reply.redirect(pathOf(languageOf(request), token, 'email_cancelled'), 303)
          }),
      )

      server.get(
        `${path}/email`,
        { config, schema: { hide: true, querystring: Token } },
        async (request, reply) =>
          answer(request, reply, async () => {
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

      server.post(`${path}/email`, { config, schema: { hide: true, body: Token } }, async (request, reply) =>
        answer(request, reply, async () => {
          const token = await rights.confirmEmail(request.body.token)
          return reply.redirect(pathOf(languageOf(request), token, 'email_confirmed'), 303)
        }),
      )
    }
  })
