import { z } from 'zod'
import { defineWebhookEvent } from '#shared/webhooks/event.ts'

/** A document has become public, with the file at `/files/<slug>.pdf`. */
export const documentPublished = defineWebhookEvent('document.published', {
  schema: z.object({ id: z.uuid(), slug: z.string(), language: z.string().nullable() }),
  example: { id: '0197c1c0-1111-4222-8333-444455556666', slug: 'quick-guide', language: 'es' },
})
