import type { FastifyContextConfig } from 'fastify'
import { z } from 'zod'
import type { SendNewLink } from '#features/signatures/invitations/new-links.ts'
import type { ProblemDetails } from '#http/problem-details.ts'
import { defineRoutes } from '#http/routes.ts'
import type { Translate } from '#platform/catalogues.ts'
import type { Language } from '#shared/languages.ts'
import type { Problem } from '#shared/problem.ts'
import type { ActivationService } from './activation.ts'
import {
  Activation,
  ActivationProgress,
  ActivationResult,
  Certificate,
  LinkValidation,
  NewLinkRequest,
  NewLinkResponse,
} from './contract.ts'

const tags = ['Signature']
const byToken = z.object({
  token: z.string().meta({ examples: ['pS1x4dC0r5m3sYvN8Qe7hT2bK9wJ6uFzLgVaXoRiM0E'] }),
})

interface PublicSignatureRouteOptions {
  activation: ActivationService
  sendNewLink: SendNewLink
  translator(language: Language): Translate
}

/** Every answer of these routes is `no-store` and `no-referrer`, as all of the API's are. */
const refusals = { 404: ['activation_link_invalid'], 409: ['signature_already_activated'] }

/**
 * What a page shows of a refusal: the sentence about the terms when they are not agreed to, the reason where there is one, and
 * otherwise that it failed.
 */
function describeRefusal(details: ProblemDetails, { code }: Problem, t: Translate) {
  const terms = details.errors?.find(({ field }) => field === 'agreedToTerms')
  const isVague = code === 'validation_failed' || details.status >= 500
  return {
    success: false,
    message: terms?.message ?? (isVague ? t('signature-answers:failed') : details.detail),
  }
}

/** What the page of a link asks. The tokens of links are in the addresses, which nothing logs. */
export const activationRoutes = ({ activation }: Pick<PublicSignatureRouteOptions, 'activation'>) =>
  defineRoutes((server) => {
    server.get(
      '/api/signature/validate/:token',
      {
        config: { access: 'public' },
        schema: {
          tags,
          operationId: 'validateActivationLink',
          summary: 'Whether a personal link can activate a signature; changes nothing',
          params: byToken,
          response: { 200: LinkValidation },
        },
      },
      async (request) => activation.validate(request.params.token, request),
    )

    server.post(
      '/api/signature/activate/:token',
      {
        config: { access: 'public', refusals, describeRefusal } satisfies FastifyContextConfig,
        schema: {
          tags,
          operationId: 'activateSignature',
          summary: 'Activate the signature of a personal link, once',
          params: byToken,
          body: Activation,
          response: { 200: ActivationResult },
        },
      },
      async (request) => activation.activate(request.params.token, request.body, request),
    )

    server.get(
      '/api/signature/certificate/:token',
      {
        config: { access: 'public', refusals: { 404: ['certificate_not_found'] } },
        schema: {
          tags,
          operationId: 'getSignatureCertificate',
          summary: 'The certificate that a used link opens',
          params: byToken,
          response: { 200: Certificate },
        },
      },
      async (request) => activation.getCertificate(request.params.token, request),
    )
  })

/** What a page tells of its reader, and what its reader asks for once a link no longer works. */
export const linkRequestRoutes = ({ activation, sendNewLink, translator }: PublicSignatureRouteOptions) =>
  defineRoutes((server) => {
    server.post(
      '/api/signature/progress/:token',
      {
        config: { access: 'public' },
        schema: {
          tags,
          operationId: 'reportActivationProgress',
          summary: 'Say that the page of a link is seen, or its form begun; answers the same for every link',
          params: byToken,
          body: ActivationProgress,
          response: { 204: z.undefined() },
        },
      },
      async (request, reply) => {
        await activation.noteProgress(request.params.token, request.body.step)
        return reply.status(204).send()
      },
    )

    server.post(
      '/api/signature/new-link',
      {
        config: { access: 'public' },
        schema: {
          tags,
          operationId: 'requestActivationLink',
          summary: 'Ask for another link by e-mail; answers the same for every address',
          body: NewLinkRequest,
          response: { 202: NewLinkResponse },
        },
      },
      async (request, reply) => {
        // Not awaited: the time it takes would reveal whether the address is known.
        sendNewLink(request.body.email).catch((error: unknown) => {
          request.log.error({ err: error }, 'an activation link could not be ordered')
        })
        return reply.status(202).send({ message: translator(request.language)('signature-answers:newLink') })
      },
    )
  })
