import { z } from 'zod'
import { describeAction } from '#http/recorded-actions.ts'
import { defineRoutes } from '#http/routes.ts'
import { byId } from '#shared/parameters.ts'
import { ApiKey, ApiKeyDraft, NewApiKey } from './contract.ts'
import { apiKeyPermissions } from './permissions.ts'
import type { ApiKeys } from './service.ts'

const tags = ['API keys']

/** The keys of programs, for admins. */
export const apiKeyRoutes = ({ apiKeys }: { apiKeys: ApiKeys }) =>
  defineRoutes((server) => {
    server.get(
      '/api/api-keys',
      {
        config: { access: apiKeyPermissions.read },
        schema: {
          tags,
          operationId: 'listApiKeys',
          summary: 'All API keys, newest first, without their tokens',
          response: { 200: z.array(ApiKey) },
        },
      },
      () => apiKeys.list(),
    )

    server.post(
      '/api/api-keys',
      {
        config: { access: apiKeyPermissions.create, refusals: { 409: ['api_keys_full'] } },
        schema: {
          tags,
          operationId: 'createApiKey',
          summary: 'Make an API key; its token is told this once',
          body: ApiKeyDraft,
          response: { 201: NewApiKey },
        },
      },
      async (request, reply, signedIn) => {
        const made = await apiKeys.create(request.body, signedIn.user.id)
        describeAction(request, { key: made.key.id })
        return reply.status(201).send(made)
      },
    )

    server.delete(
      '/api/api-keys/:id',
      {
        config: { access: apiKeyPermissions.revoke, refusals: { 404: ['api_key_not_found'] } },
        schema: {
          tags,
          operationId: 'revokeApiKey',
          summary: 'Revoke an API key, from its next call on',
          params: byId,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        await apiKeys.revoke(request.params.id)
        describeAction(request, { key: request.params.id })
        return reply.status(204).send(null)
      },
    )
  })
