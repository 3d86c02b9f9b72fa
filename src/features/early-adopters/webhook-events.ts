import { z } from 'zod'
import { defineWebhookEvent } from '#shared/webhooks/event.ts'

/** Somebody has registered on the site. Those that the team imports are not announced. */
export const leadCreated = defineWebhookEvent('lead.created', {
  schema: z.object({ lead_id: z.uuid(), kind: z.string(), segment: z.string(), language: z.string() }),
  example: {
    lead_id: '0192f3a4-5b6c-7d8e-9f01-23456789abcd',
    kind: 'adopter',
    segment: 'business',
    language: 'es',
  },
})
