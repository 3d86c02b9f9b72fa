import { z } from 'zod'
import { defineWebhookEvent } from '#shared/webhooks/event.ts'

/** What an admin sends to see whether a webhook works. Nobody subscribes to it. */
export const testEvent = defineWebhookEvent('webhook.test', {
  schema: z.object({ webhook_id: z.uuid() }),
  example: { webhook_id: '0192f3a4-5b6c-7d8e-9f01-23456789abcd' },
})
