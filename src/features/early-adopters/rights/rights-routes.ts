import { z } from 'zod'
import { Correction } from '#features/early-adopters/contract.ts'
import { rightsNotices } from '#features/early-adopters/model.ts'
import { acceptForms } from '#http/forms.ts'
import { refusedFields } from '#http/problem-details.ts'
import { defineRoutes } from '#http/routes.ts'
import type { Catalogues } from '#platform/catalogues.ts'
import { inEveryLanguage, type Language } from '#shared/languages.ts'
import type { SendLink } from './link-mails.ts'
import {
  answerLink,
  byToken,
  Form,
  formLimit,
  formRoute,
  type RightsRouteOptions,
  rightsPath,
} from './rights-pages.ts'

const Query = z.object({ done: z.enum(rightsNotices).optional().catch(undefined) }).catch({})
const Email = Correction.pick({ email: true })

type WithCatalogues = RightsRouteOptions & { catalogues: Catalogues }
type LinkRequestOptions = Omit<WithCatalogues, 'rights'> & { sendLink: SendLink }

/** The form that asks for a personal link. */
export const linkRequestRoutes = ({ sendLink, catalogues, sendPage, sendNeutralPage }: LinkRequestOptions) =>
  defineRoutes(async (server) => {
    await acceptForms(server, formLimit)
    for (const path of inEveryLanguage('/rights')) {
      server.get(path, { config: { access: 'public' }, schema: { hide: true } }, (request, reply) =>
        sendNeutralPage(request, reply, {
          page: 'rights',
          data: { view: 'request', sent: request.url.endsWith('?sent') },
          path: '/rights',
        }),
      )

      server.post(path, { config: formRoute, schema: { hide: true, body: Form } }, async (request, reply) => {
        const language = request.pageLanguage
        const read = Email.safeParse(request.body)
        if (!read.success) {
          const email = typeof request.body.email === 'string' ? request.body.email : ''
          const { email: error = '' } = describeErrors(catalogues, read.error, language)
          return sendPage(request, reply, {
            page: 'rights',
            data: { view: 'request', email, error },
            status: 422,
          })
        }
        // Not awaited: the time it takes would reveal whether the address is known.
        sendLink(read.data.email).catch((error: unknown) => {
          request.log.error({ err: error }, 'a rights link could not be ordered')
        })
        return reply.redirect(`/${language}/rights?sent`, 303)
      })
    }
  })

/**
 * What is stored about a person, by the link in every mail, and its correction. All pages of personal links work without
 * scripts, and only a post changes anything, since mail programs and scanners follow links.
 */
export const personalDataRoutes = (options: WithCatalogues) =>
  defineRoutes(async (server) => {
    const { rights, catalogues, sendPage } = options
    await acceptForms(server, formLimit)
    for (const path of inEveryLanguage('/rights')) {
      server.get(
        `${path}/:token`,
        { config: formRoute, schema: { hide: true, params: byToken, querystring: Query } },
        async (request, reply) =>
          answerLink(options, request, reply, async () => {
            const { token } = request.params
            const { done: notice } = request.query
            const data = await rights.read(token, request.pageLanguage)
            return sendPage(request, reply, {
              page: 'rights',
              data: { view: 'person', token, data, ...(notice && { notice }) },
            })
          }),
      )

      server.post(
        `${path}/:token`,
        { config: formRoute, schema: { hide: true, params: byToken, body: Form } },
        async (request, reply) =>
          answerLink(options, request, reply, async () => {
            const { token } = request.params
            const values = { ...request.body, interests: [request.body.interests ?? []].flat() }
            const read = Correction.safeParse(values)
            if (!read.success) {
              const errors = describeErrors(catalogues, read.error, request.pageLanguage)
              const data = await rights.read(token, request.pageLanguage)
              return sendPage(request, reply, {
                page: 'rights',
                data: { view: 'person', token, data, refused: { values, errors } },
                status: 422,
              })
            }
            const done = await rights.correct(token, read.data)
            return reply.redirect(rightsPath(read.data.language, token, done), 303)
          }),
      )
    }
  })

/** A sentence for each field that was refused. */
function describeErrors(
  catalogues: Catalogues,
  error: z.ZodError,
  language: Language,
): Record<string, string> {
  const t = catalogues.translator(language)
  return Object.fromEntries(
    refusedFields(error.issues).map(({ field, code }) => [
      field.split('.')[0] ?? '',
      t(catalogues.has(`errors:fields.${code}`) ? `errors:fields.${code}` : 'errors:fields.invalid'),
    ]),
  )
}
