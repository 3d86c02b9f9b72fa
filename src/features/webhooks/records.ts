import type { Core } from '#core.ts'
import type { Database } from '#platform/postgres.ts'
import type { WebhookEvent } from '#shared/webhooks/event.ts'
import { createMessageStore } from './message-store.ts'

/** Announces events in the transaction of the change that they tell of: they are sent if it is done, and only then. */
export type Announce = (transaction: Database, events: readonly WebhookEvent[]) => Promise<void>

/** What other features need of webhooks; it depends on none of them. */
export function createWebhookRecords({ clock }: Pick<Core, 'clock'>) {
  const announce: Announce = async (transaction, events) => {
    if (events.length > 0) await createMessageStore(transaction).insert(events, clock.now())
  }
  return { announce }
}
