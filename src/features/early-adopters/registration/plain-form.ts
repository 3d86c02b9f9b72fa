import type { FastifyRequest } from 'fastify'
import { type BotSignals, Registration } from '#features/early-adopters/contract.ts'
import type { FormState } from '#features/early-adopters/model.ts'
import type { FindClientCountry } from '#http/client-country.ts'
import { findProblem, refusedFields } from '#http/problem-details.ts'
import type { Catalogues } from '#platform/catalogues.ts'
import type { Language } from '#shared/languages.ts'
import { leadKinds } from '#shared/lead-requests.ts'
import type { Registrant } from './registration.ts'

export interface PlainFormOptions {
  catalogues: Catalogues
  register: (registration: Registration & BotSignals, language: Language, from: Registrant) => Promise<void>
  findCountry: FindClientCountry
  /** Seconds for which a client must wait before it may post again, else 0. */
  checkRateLimit: (client: string) => number
}

/** A refused form: the status, and the form with the typed values. */
interface Refusal {
  status: number
  /** Seconds after which the visitor may try again. */
  retryAfter?: number | undefined
  form: FormState
}

/** The early-adopter form as a browser without scripts posts it. */
export function createPlainForm({ catalogues, register, findCountry, checkRateLimit }: PlainFormOptions) {
  return {
    /** Handles a form posted on a page. Returns undefined when it was accepted. */
    async submit(
      request: FastifyRequest,
      language: Language,
      { page }: { page: string },
    ): Promise<Refusal | undefined> {
      const values = readForm(request.body)
      const refuse = (status: number, state: Pick<FormState, 'errors' | 'message'>): Refusal => ({
        status,
        form: { status: 'refused', values, ...state },
      })
      const t = catalogues.translator(language)
      const wait = checkRateLimit(request.client)
      if (wait > 0) return refuse(429, { errors: {}, message: t('errors:rate_limited', { count: wait }) })
      const read = Registration.safeParse({ ...values, page })
      if (!read.success) {
        const errors = refusedFields(read.error.issues).map(({ field, code }) => [
          field.split('.')[0] ?? '',
          t(catalogues.has(`errors:fields.${code}`) ? `errors:fields.${code}` : 'errors:fields.invalid'),
        ])
        return refuse(422, { errors: Object.fromEntries(errors) })
      }
      try {
        const from = { network: request.client, country: findCountry(request.client, request.raw) }
        await register({ ...read.data, homepage: homepageOf(request.body) }, language, from)
      } catch (error) {
        const problem = findProblem(error)
        if (problem?.code === 'proof_required') {
          return refuse(429, { errors: {}, message: t('rights:protection.busy') })
        }
        request.log.error({ err: error }, 'a registration failed')
        const retryAfter = problem?.options.retryAfter
        return {
          ...refuse(problem?.status ?? 500, { errors: {}, message: t('site:form.failed') }),
          retryAfter,
        }
      }
      return undefined
    },
  }
}

/** The value of the hidden field. */
function homepageOf(body: unknown): string | undefined {
  const { homepage } = (body ?? {}) as Record<string, unknown>
  return homepage === undefined ? undefined : String(homepage)
}

/** A posted form as its fields: what browsers leave out is empty, one checked box is a list of one. */
function readForm(body: unknown): FormState['values'] {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const textOf = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '')
  const interests = [fields.interests ?? []].flat().filter((id) => typeof id === 'string')
  return {
    email: textOf('email'),
    name: textOf('name'),
    company: textOf('company'),
    segment: textOf('segment'),
    interests,
    message: textOf('message'),
    kind: leadKinds.find((kind) => kind === textOf('kind')),
    consent: textOf('consent') !== '',
  } as FormState['values']
}
