import { z } from 'zod'
import { defineWebhookEvent } from '#shared/webhooks/event.ts'

/** The site shows another version of a text: published alone, with a release, or because a release was rolled back. */
export const contentPublished = defineWebhookEvent('content.published', {
  schema: z.object({ key: z.string(), language: z.string(), version: z.number().int() }),
  example: { key: 'home-hero', language: 'es', version: 3 },
})
