import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  type ActivationField,
  type ActivationState,
  activationFields,
  type RefusedActivation,
  type TypedActivation,
} from '#features/signatures/page/contract.ts'
import { acceptForms } from '#http/forms.ts'
import { findProblem, refusedFields } from '#http/problem-details.ts'
import { defineRoutes } from '#http/routes.ts'
import { privateHeaders } from '#http/security-headers.ts'
import type { Catalogues } from '#platform/catalogues.ts'
import type { Clock } from '#platform/clock.ts'
import { inEveryLanguage, type Language } from '#shared/languages.ts'
import { Activation, type Certificate, type LinkValidation, NewLinkRequest } from './contract.ts'

/** Who opens a page: the network that counts as one client, and in which language. */
interface Visitor {
  client: string
  language: Language
}

export interface ActivationPageOptions {
  activation: {
    /** Changes nothing. */
    validate(token: string, visitor: Visitor): Promise<LinkValidation>
    /** @throws {Problem} 404 for a link that opens nothing, 409 when it was used */
    activate(token: string, form: Activation, visitor: Visitor): Promise<unknown>
    getCertificate(token: string, visitor: Visitor): Promise<Certificate>
  }
  /** Sends another link to an address that waits for one. */
  sendNewLink(email: string): Promise<void>
  /** Answers with a page made for one request. */
  sendPage(request: FastifyRequest, reply: FastifyReply, content: ActivationContent): Promise<void>
  catalogues: Catalogues
  clock: Clock
}

interface ActivationContent {
  page: 'activation'
  data: ActivationState
  status: number
  path: string
}

type Form = Record<string, string | string[]>
const Form: z.ZodType<Form> = z.record(z.string(), z.union([z.string(), z.array(z.string())])).catch({})
const byToken = z.object({ token: z.string().max(200) })
const Query = z.object({ asked: z.string().optional() }).catch({})

/** The largest posted form, in bytes. */
const formLimit = 64 * 1024
const second = 1000
const hour = 3600 * second

const config = {
  access: 'public',
  expects: 'application/x-www-form-urlencoded',
  rateLimit: 'page',
} as const

/**
 * The page of a personal link that activates a signature. It works without scripts; only a post changes anything, since mail
 * programs and scanners follow links.
 */
export const activationPageRoutes = (options: ActivationPageOptions) =>
  defineRoutes(async (server) => {
    const { activation, catalogues, sendNewLink } = options
    const { show, show404 } = createShow(options)
    await acceptForms(server, formLimit)

    for (const path of inEveryLanguage('/activate-signature/:token')) {
      server.get(
        path,
        { config, schema: { hide: true, params: byToken, querystring: Query } },
        async (request, reply) => show(request, reply, { isAsked: request.query.asked !== undefined }),
      )

      server.post(
        path,
        { config, schema: { hide: true, params: byToken, body: Form } },
        async (request, reply) => {
          const { pageLanguage: language, client } = request
          const { token } = request.params
          const values = readForm(request.body)
          const refuse = (refusal: Omit<RefusedActivation, 'values'>, status: number) =>
            show(request, reply, { refused: { values, ...refusal }, status })
          const read = Activation.safeParse(values)
          if (!read.success) return refuse({ errors: describeErrors(read.error, language, catalogues) }, 422)
          try {
            await activation.activate(token, read.data, { client, language })
          } catch (error) {
            const problem = findProblem(error)
            // The page says what has become of the link.
            if (problem?.status !== 404 && problem?.status !== 409) {
              request.log.error({ err: error }, 'an activation failed')
              const message = catalogues.translator(language)('activation:form.failed')
              return refuse({ errors: {}, message }, problem?.status ?? 500)
            }
          }
          return reply.headers(privateHeaders).redirect(pagePath(language, token), 303)
        },
      )

      server.post(
        `${path}/new-link`,
        { config, schema: { hide: true, params: byToken, body: Form } },
        async (request, reply) => {
          const { pageLanguage: language } = request
          const { token } = request.params
          const read = NewLinkRequest.safeParse(request.body)
          if (!read.success) {
            const email = typeof request.body.email === 'string' ? request.body.email : ''
            const error = catalogues.translator(language)('errors:fields.email_invalid')
            return show404(request, reply, { token, email, error, status: 422 })
          }
          // Not awaited: the time it takes would reveal whether the address is known.
          sendNewLink(read.data.email).catch((error: unknown) => {
            request.log.error({ err: error }, 'a new activation link could not be ordered')
          })
          return reply.headers(privateHeaders).redirect(`${pagePath(language, token)}?asked`, 303)
        },
      )
    }
  })

const pagePath = (language: Language, token: string) =>
  `/${language}/activate-signature/${encodeURIComponent(token)}`

type PageRequest = FastifyRequest & { params: { token: string } }

interface ShowOptions {
  isAsked?: boolean
  refused?: RefusedActivation
  status?: number
}

/** Makes what answers with the page of a link, in the state that the link is in. */
function createShow({ activation, sendPage, clock }: ActivationPageOptions) {
  /** The error screen: the same for links that never were and those whose time is over. */
  function show404(
    request: FastifyRequest,
    reply: FastifyReply,
    {
      status = 404,
      ...data
    }: Omit<Extract<ActivationState, { view: 'refused' }>, 'view'> & { status?: number },
  ) {
    const path = `/activate-signature/${encodeURIComponent(data.token)}`
    return sendPage(request, reply, { page: 'activation', data: { view: 'refused', ...data }, status, path })
  }

  async function show(
    request: PageRequest,
    reply: FastifyReply,
    { isAsked = false, refused, status = 200 }: ShowOptions,
  ) {
    const { token } = request.params
    const visitor = { client: request.client, language: request.pageLanguage }
    const link = await activation.validate(token, visitor)
    const send = (data: ActivationState) =>
      sendPage(request, reply, {
        ...{ page: 'activation', data, status },
        path: `/activate-signature/${encodeURIComponent(token)}`,
      })
    const { signature_data: signature, expires_in_hours: expiresInHours } = link
    if (link.valid && signature) {
      const expiresAt = clock.now().getTime() + expiresInHours * hour
      return send({
        ...{ token, view: 'form', signatureId: signature.signature_id, expiresInHours },
        expiresAt: new Date(Math.round(expiresAt / second) * second).toISOString(),
        draftKey: draftKeyOf(token),
        ...(refused && { refused }),
      })
    }
    if (!signature?.blockchain_address || !signature.activated_at)
      return show404(request, reply, { token, isAsked })
    const certificate = await activation.getCertificate(token, visitor)
    const { certificate_id: certificateId, revoked_at: revokedAt, revoke_reason: revokeReason } = certificate
    return send({
      ...{ token, view: 'activated' },
      signature: {
        id: signature.signature_id,
        address: signature.blockchain_address,
        activatedAt: signature.activated_at,
        ...{ certificateId, revokedAt, revokeReason },
      },
    })
  }

  return { show, show404 }
}

/** A name for what a browser remembers about a link, which tells nobody the token. */
function draftKeyOf(token: string): string {
  return createHash('sha256').update(`activation draft ${token}`).digest('base64url').slice(0, 22)
}

/** A posted form as the values of its fields; browsers leave out a box that is not checked. */
function readForm(form: Form): TypedActivation {
  const textOf = (field: ActivationField) => {
    const value = form[field]
    return typeof value === 'string' ? value : ''
  }
  return {
    fullName: textOf('fullName'),
    organization: textOf('organization'),
    position: textOf('position'),
    country: textOf('country'),
    phoneNumber: textOf('phoneNumber'),
    linkedinProfile: textOf('linkedinProfile'),
    useCase: textOf('useCase'),
    agreedToTerms: textOf('agreedToTerms') !== '',
  }
}

/** A sentence for each field that was refused. */
function describeErrors(
  error: z.ZodError,
  language: Language,
  catalogues: Catalogues,
): RefusedActivation['errors'] {
  const t = catalogues.translator(language)
  const refused = new Map(refusedFields(error.issues).map(({ field, code }) => [field, code]))
  return Object.fromEntries(
    activationFields.flatMap((field) => {
      const code = refused.get(field)
      return code === undefined ? [] : [[field, t(`errors:fields.${code}`)]]
    }),
  )
}
