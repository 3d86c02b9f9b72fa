import { createActionStore, type NewContentAction } from '#features/content/history/action-store.ts'
import type { Database } from '#platform/postgres.ts'
import { eventOf, type WebhookEvent } from '#shared/webhooks/event.ts'
import { contentPublished } from './webhook-events.ts'

/** Tells programs of others what has happened, in the transaction of the change. */
export type AnnounceEvents = (transaction: Database, events: readonly WebhookEvent[]) => Promise<void>

/** Records that a version was published or taken off the site, in the transaction that does it. */
export type RecordPublication = (transaction: Database, action: NewContentAction) => Promise<void>

/** Creates what records publications in the history of the text, and announces what is published. */
export function createPublicationRecord(announce: AnnounceEvents): RecordPublication {
  return async (transaction, action) => {
    await createActionStore(transaction).insert([action])
    if (action.action === 'unpublish') return
    const { key, language, version, at } = action
    await announce(transaction, [eventOf(contentPublished, { data: { key, language, version }, at })])
  }
}
