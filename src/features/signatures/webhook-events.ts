import { z } from 'zod'
import { defineWebhookEvent } from '#shared/webhooks/event.ts'

const schema = z.object({ signature_id: z.uuid(), lead_id: z.uuid(), certificate_id: z.uuid() })
const example = {
  signature_id: '0192f3a4-5b6c-7d8e-9f01-0000000000aa',
  lead_id: '0192f3a4-5b6c-7d8e-9f01-23456789abcd',
  certificate_id: '0192f3a4-5b6c-7d8e-9f01-0000000000cc',
}

/** A person has activated their signature. */
export const signatureActivated = defineWebhookEvent('signature.activated', { schema, example })
