import { z } from 'zod'
import type { Registrations } from '#features/early-adopters/registration/registration.ts'
import type { FindClientCountry } from '#http/client-country.ts'
import { pagedList } from '#http/paging.ts'
import { defineRoutes, type RouteServer } from '#http/routes.ts'
import type { Catalogues } from '#platform/catalogues.ts'
import {
  EarlyAdopter,
  EarlyAdopterQuery,
  EarlyAdopterSummary,
  RegistrationRequest,
  RegistrationResponse,
  SimilarQuery,
} from './contract.ts'
import { leadPermissions } from './permissions.ts'
import type { EarlyAdopters } from './service.ts'

const tags = ['Early adopters']

/** Registration for visitors, the list for the team. */
export const earlyAdopterRoutes = ({
  earlyAdopters,
  register,
  catalogues,
  findCountry,
}: {
  earlyAdopters: EarlyAdopters
  register: Registrations['register']
  catalogues: Catalogues
  findCountry: FindClientCountry
}) =>
  defineRoutes((server) => {
    server.post(
      '/api/early-adopters',
      {
        config: { access: 'public', refusals: { 429: ['proof_required'] } },
        schema: {
          tags: ['Registration'],
          operationId: 'registerEarlyAdopter',
          summary: 'Join the early-adopter programme',
          description:
            'When many sign up at once, the answer may be 429 with `code: proof_required`, a `challenge`, `rounds` and `bits`: repeat the request with `proof`.',
          body: RegistrationRequest,
          response: { 201: RegistrationResponse },
        },
      },
      async (request, reply) => {
        await register(request.body, request.language, {
          network: request.client,
          country: findCountry(request.client, request.raw),
        })
        const message = catalogues.translator(request.language)('site:registered.title')
        return reply.status(201).send({ status: 'registered', message })
      },
    )

    server.get(
      '/api/early-adopters',
      {
        config: { access: leadPermissions.read, refusals: { 403: ['forbidden'] } },
        schema: {
          tags,
          operationId: 'listEarlyAdopters',
          summary: 'List early adopters, newest first by default',
          description:
            'Of a search whose words have no three letters or digits in a row, at most 500 matches are counted, and 2,000 of a tag together with a segment, kind, language or badge, or by country, days of registration or step, unless `count=exact`: `X-Total-Count` is then followed by `X-Total-Count-Is: minimum`.',
          querystring: EarlyAdopterQuery,
          response: { 200: z.array(EarlyAdopter) },
        },
      },
      async (request, reply, signedIn) => {
        const asker = { language: request.language, reader: signedIn.user }
        return pagedList(request, reply, await earlyAdopters.list(request.query, asker))
      },
    )

    similarRoute(server, earlyAdopters)

    server.get(
      '/api/early-adopters/summary',
      {
        config: { access: leadPermissions.read },
        schema: {
          tags,
          operationId: 'countEarlyAdopters',
          summary: 'Count early adopters by segment',
          response: { 200: EarlyAdopterSummary },
        },
      },
      async () => earlyAdopters.summarize(),
    )
  })

/** Those whom a search with typos may have meant. */
function similarRoute(server: RouteServer, earlyAdopters: EarlyAdopters): void {
  server.get(
    '/api/early-adopters/similar',
    {
      config: { access: leadPermissions.read },
      schema: {
        tags,
        operationId: 'findSimilarEarlyAdopters',
        summary: 'Up to five early adopters whom a search with typos may have meant, the most similar first',
        querystring: SimilarQuery,
        response: { 200: z.array(EarlyAdopter) },
      },
    },
    async (request, _reply, signedIn) =>
      earlyAdopters.findSimilar(request.query.search, {
        language: request.language,
        reader: signedIn.user,
      }),
  )
}
