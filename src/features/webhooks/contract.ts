import { z } from 'zod'
import type { LiveTopic } from '#shared/live/topic.ts'
import { pageQuery } from '#shared/paging.ts'
import { text } from '#shared/text.ts'
import { webhookPermissions } from './permissions.ts'

/** The most webhooks that there may be. */
export const mostWebhooks = 20
/** How long events and what was sent are kept, in days. */
export const keptDays = 30
/** How long the earlier secret still signs beside a new one, in hours. */
export const secretOverlapHours = 24

const Person = z.object({ id: z.uuid(), name: z.string() }).nullable()
const EventName = z
  .string('invalid')
  .max(100, 'too_long')
  .meta({ examples: ['lead.created'] })

/**
 * `active`: its receiver accepts what is sent; `failing`: it does not now, and is tried again; `paused`: turned off by an
 * admin; `stopped`: turned off by itself.
 */
export const webhookStates = ['active', 'failing', 'paused', 'stopped'] as const
/**
 * Why a webhook was turned off by itself. `failing`: its receiver has not accepted anything for days; `gone`: it answered 410;
 * `secret_lost`: its secret cannot be decrypted, so that nothing can be signed.
 */
export const stopReasons = ['failing', 'gone', 'secret_lost'] as const
export type StopReason = (typeof stopReasons)[number]

/** Where events are sent to, as an HTTP request signed by Standard Webhooks (https://www.standardwebhooks.com). */
export const Webhook = z.object({
  id: z.uuid(),
  url: z.string(),
  description: z.string(),
  events: z.array(EventName),
  state: z.enum(webhookStates),
  /** Why it is stopped. */
  stop_reason: z.enum(stopReasons).nullable(),
  /** Since when its receiver accepts nothing. */
  failing_since: z.iso.datetime().nullable(),
  /** When it is tried again while it fails. */
  retry_at: z.iso.datetime().nullable(),
  /** Until when the earlier secret signs too. */
  old_secret_until: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
  /** Null once their account is gone. */
  created_by: Person,
  /** What has not been accepted yet, and what was given up. */
  waiting: z.number().int(),
  failed: z.number().int(),
})
export type Webhook = z.infer<typeof Webhook>

export const WebhookDraft = z
  .object({
    url: text(2000).pipe(z.string().min(1, 'required')),
    description: text(200).default(''),
    events: z.array(EventName, 'required').min(1, 'required').max(100, 'too_many'),
    is_enabled: z.boolean('invalid').default(true),
  })
  .meta({
    examples: [
      { url: 'https://example.org/firmeza', description: 'CRM', events: ['lead.created'], is_enabled: true },
    ],
  })
export type WebhookDraft = z.infer<typeof WebhookDraft>

/** A webhook with the secret that signs, which is told this once. */
export const WebhookWithSecret = z.object({
  webhook: Webhook,
  secret: z.string().meta({ examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'] }),
})
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>

/** A kind of event that can be subscribed to. */
export const EventDescription = z.object({
  type: EventName,
  /** The whole body of a request about such an event. */
  example: z.object({ type: z.string(), timestamp: z.iso.datetime(), data: z.unknown() }),
})
export type EventDescription = z.infer<typeof EventDescription>

/**
 * Why a receiver did not accept. `status`: it answered with something other than 2xx; `redirect`: it answered with a
 * redirect, which is not followed; `private_address`: its name leads to an address that is not public.
 */
export const deliveryFaults = [
  'status',
  'redirect',
  'timeout',
  'refused',
  'unknown_host',
  'private_address',
  'tls',
  'disconnected',
] as const
export type DeliveryFault = (typeof deliveryFaults)[number]

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** One attempt to send. */
export const Attempt = z.object({
  at: z.iso.datetime(),
  /** The HTTP status of the answer, if there was one. */
  status: z.number().int().nullable(),
  /** Null when it was accepted. */
  fault: z.enum(deliveryFaults).nullable(),
  milliseconds: z.number().int(),
  /** The beginning of the answer's body. */
  response: z.string(),
})
export type Attempt = z.infer<typeof Attempt>

/** An event that was or will be sent to one webhook. */
export const Delivery = z.object({
  id: z.uuid(),
  /** The same in each attempt: receivers drop what they already have. */
  message_id: z.string().meta({ examples: ['msg_0b7e1f2c4d6a4c1e9f3b5a7d8e9c0f1a'] }),
  type: EventName,
  state: z.enum(deliveryStates),
  /** When it happened. */
  at: z.iso.datetime(),
  /** How often it was sent. */
  attempts: z.number().int(),
  /** When it is sent again by itself. */
  next_attempt_at: z.iso.datetime().nullable(),
  last_attempt: Attempt.nullable(),
})
export type Delivery = z.infer<typeof Delivery>

export const DeliveryDetail = Delivery.extend({
  /** What is sent, to the letter. */
  body: z.string(),
  /** Newest first. */
  all_attempts: z.array(Attempt),
})
export type DeliveryDetail = z.infer<typeof DeliveryDetail>

export const DeliveryQuery = z.object({
  ...pageQuery,
  state: z.enum(deliveryStates, 'invalid').optional(),
  type: EventName.optional(),
})
export type DeliveryQuery = z.infer<typeof DeliveryQuery>

/** How many deliveries are sent once more. */
export const Resent = z.object({ resent: z.number().int() })

/** The parameters of a path that names a delivery of a webhook. */
export const byDelivery = z.object({ id: z.uuid(), delivery: z.uuid() })

/** Signalled when a webhook, or a delivery, has changed. */
export const webhooksChanged: LiveTopic = { name: 'webhooks', permission: webhookPermissions.read }
