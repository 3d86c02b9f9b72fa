import { z } from 'zod'
import { byDelivery, Delivery, DeliveryDetail, DeliveryQuery, Resent } from '#features/webhooks/contract.ts'
import { webhookPermissions } from '#features/webhooks/permissions.ts'
import { pagedList } from '#http/paging.ts'
import { defineRoutes } from '#http/routes.ts'
import { byId } from '#shared/parameters.ts'
import type { DeliveryLog } from './delivery-log.ts'

const tags = ['Webhooks']
const ofWebhook = { 404: ['webhook_not_found'] }
const whenOff = { 409: ['webhook_off'] }

/** What was and will be sent to webhooks, for admins. */
export const deliveryRoutes = ({ deliveryLog }: { deliveryLog: DeliveryLog }) =>
  defineRoutes((server) => {
    server.get(
      '/api/webhooks/:id/deliveries',
      {
        config: { access: webhookPermissions.read, refusals: ofWebhook },
        schema: {
          tags,
          operationId: 'listDeliveries',
          summary: 'What was and will be sent to a webhook, newest first',
          params: byId,
          querystring: DeliveryQuery,
          response: { 200: z.array(Delivery) },
        },
      },
      async (request, reply) =>
        pagedList(request, reply, await deliveryLog.list(request.params.id, request.query)),
    )

    server.get(
      '/api/webhooks/:id/deliveries/:delivery',
      {
        config: { access: webhookPermissions.read, refusals: { 404: ['delivery_not_found'] } },
        schema: {
          tags,
          operationId: 'getDelivery',
          summary: 'What is sent of one event, and all attempts',
          params: byDelivery,
          response: { 200: DeliveryDetail },
        },
      },
      ({ params }) => deliveryLog.getDetail(params.id, params.delivery),
    )
  })

/** What admins send to webhooks themselves. */
export const sendingRoutes = ({ deliveryLog }: { deliveryLog: DeliveryLog }) =>
  defineRoutes((server) => {
    server.post(
      '/api/webhooks/:id/test',
      {
        config: { access: webhookPermissions.send, refusals: { ...ofWebhook, ...whenOff } },
        schema: {
          tags,
          operationId: 'testWebhook',
          summary: 'Send a test event, of the type `webhook.test`',
          params: byId,
          response: { 201: Delivery },
        },
      },
      async ({ params }, reply) => reply.status(201).send(await deliveryLog.sendTest(params.id)),
    )

    server.post(
      '/api/webhooks/:id/deliveries/:delivery/resend',
      {
        config: {
          access: webhookPermissions.send,
          refusals: { 404: ['webhook_not_found', 'delivery_not_found'], ...whenOff },
        },
        schema: {
          tags,
          operationId: 'resendDelivery',
          summary: 'Send an event once more, whether it arrived or not',
          params: byDelivery,
          response: { 200: Delivery },
        },
      },
      ({ params }) => deliveryLog.resend(params.id, params.delivery),
    )

    server.post(
      '/api/webhooks/:id/resend',
      {
        config: { access: webhookPermissions.send, refusals: { ...ofWebhook, ...whenOff } },
        schema: {
          tags,
          operationId: 'resendFailedDeliveries',
          summary: 'Send all that was given up once more',
          params: byId,
          response: { 200: Resent },
        },
      },
      async ({ params }) => ({ resent: await deliveryLog.resendFailed(params.id) }),
    )
  })
