import { z } from 'zod'
import { defineWebhookEvent } from '#shared/webhooks/event.ts'

/** The team has awarded a badge. */
export const badgeAwarded = defineWebhookEvent('badge.awarded', {
  schema: z.object({ badge_id: z.uuid(), lead_id: z.uuid(), type: z.string() }),
  example: {
    badge_id: '0192f3a4-5b6c-7d8e-9f01-0000000000ba',
    lead_id: '0192f3a4-5b6c-7d8e-9f01-23456789abcd',
    type: 'pioneer',
  },
})
