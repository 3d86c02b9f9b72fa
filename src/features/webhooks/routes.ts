import { z } from 'zod'
import { describeAction } from '#http/recorded-actions.ts'
import { defineRoutes } from '#http/routes.ts'
import { byId } from '#shared/parameters.ts'
import { EventDescription, Webhook, WebhookDraft, WebhookWithSecret } from './contract.ts'
import { webhookPermissions } from './permissions.ts'
import type { Webhooks } from './service.ts'

const tags = ['Webhooks']
const refusals = { 404: ['webhook_not_found'] }

/** Where events are sent to, for admins. */
export const webhookRoutes = ({ webhooks }: { webhooks: Webhooks }) =>
  defineRoutes((server) => {
    server.get(
      '/api/webhooks',
      {
        config: { access: webhookPermissions.read },
        schema: {
          tags,
          operationId: 'listWebhooks',
          summary: 'All webhooks, oldest first, without their secrets',
          response: { 200: z.array(Webhook) },
        },
      },
      () => webhooks.list(),
    )

    server.get(
      '/api/webhooks/events',
      {
        config: { access: webhookPermissions.read },
        schema: {
          tags,
          operationId: 'listWebhookEvents',
          summary: 'The kinds of events, each with the body of a request about one',
          response: { 200: z.array(EventDescription) },
        },
      },
      async () => webhooks.describeEvents(),
    )

    server.get(
      '/api/webhooks/:id',
      {
        config: { access: webhookPermissions.read, refusals },
        schema: {
          tags,
          operationId: 'getWebhook',
          summary: 'One webhook',
          params: byId,
          response: { 200: Webhook },
        },
      },
      (request) => webhooks.get(request.params.id),
    )
  })

/** What changes where events are sent to. */
export const webhookChangeRoutes = ({ webhooks }: { webhooks: Webhooks }) =>
  defineRoutes((server) => {
    server.post(
      '/api/webhooks',
      {
        config: { access: webhookPermissions.change, refusals: { 409: ['webhooks_full'] } },
        schema: {
          tags,
          operationId: 'createWebhook',
          summary: 'Add a webhook; the secret that signs is told this once',
          body: WebhookDraft,
          response: { 201: WebhookWithSecret },
        },
      },
      async (request, reply, signedIn) => {
        const added = await webhooks.create(request.body, signedIn.user.id)
        describeAction(request, { webhook: added.webhook.id })
        return reply.status(201).send(added)
      },
    )

    server.put(
      '/api/webhooks/:id',
      {
        config: { access: webhookPermissions.change, refusals },
        schema: {
          tags,
          operationId: 'changeWebhook',
          summary: 'Change a webhook; turned on or at a new address, it is sent at once what waits',
          params: byId,
          body: WebhookDraft,
          response: { 200: Webhook },
        },
      },
      async (request) => {
        const { id } = request.params
        const changed = await webhooks.change(id, request.body)
        describeAction(request, { webhook: id })
        return changed
      },
    )

    server.delete(
      '/api/webhooks/:id',
      {
        config: { access: webhookPermissions.change, refusals },
        schema: {
          tags,
          operationId: 'deleteWebhook',
          summary: 'Delete a webhook and what was sent to it',
          params: byId,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        await webhooks.remove(request.params.id)
        describeAction(request, { webhook: request.params.id })
        return reply.status(204).send(null)
      },
    )

    server.post(
      '/api/webhooks/:id/secret',
      {
        config: { access: webhookPermissions.change, refusals },
        schema: {
          tags,
          operationId: 'renewWebhookSecret',
          summary: 'Give a webhook a new secret, told this once; the present one signs too for a day',
          params: byId,
          response: { 200: WebhookWithSecret },
        },
      },
      async (request) => {
        const renewed = await webhooks.renewSecret(request.params.id)
        describeAction(request, { webhook: request.params.id })
        return renewed
      },
    )
  })
