import type { z } from 'zod'

/** A kind of event that programs of others can subscribe to. */
export interface WebhookEventType<Data = unknown> {
  /** Its name in the API and in the texts, such as `lead.created`: what it happened to, and what. */
  readonly type: string
  /** What is told about each event. No names, addresses or other personal data but ids: what is sent cannot be erased. */
  readonly schema: z.ZodType<Data>
  readonly example: Data
}

/** An event that has happened. */
export interface WebhookEvent {
  readonly type: string
  readonly data: unknown
  readonly at: Date
  /** The lead whom it is about, so that what is stored about it is erased with them. */
  readonly personId: string | undefined
}

/** Defines a kind of event. */
export function defineWebhookEvent<Data>(
  type: string,
  { schema, example }: Pick<WebhookEventType<Data>, 'schema' | 'example'>,
): WebhookEventType<Data> {
  return { type, schema, example }
}

/** An event of a kind that has happened. */
export function eventOf<Data>(
  { type }: WebhookEventType<Data>,
  { data, at, personId }: { data: NoInfer<Data>; at: Date; personId?: string },
): WebhookEvent {
  return { type, data, at, personId }
}
