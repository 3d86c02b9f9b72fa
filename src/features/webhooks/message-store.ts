import { randomUUID } from 'node:crypto'
import { desc, eq, lt, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import type { WebhookEvent } from '#shared/webhooks/event.ts'
import { webhookDeliveries, webhookMessages, webhooks } from './table.ts'

/** The queries on events that have happened. Give it a transaction to make several of them one. */
export function createMessageStore(db: Database) {
  return {
    /**
     * Stores events, and that they are to be sent to each webhook that subscribes to them, in one statement. Events that nobody
     * subscribes to are not stored. A webhook that was turned off by itself gets what happens meanwhile once it is on again.
     */
    async insert(events: readonly WebhookEvent[], dueAt: Date): Promise<void> {
      const rows = events.map(({ type, data, at, personId }, position) => ({
        ...{ id: randomUUID(), position, type, data, at: at.toISOString(), person_id: personId ?? null },
      }))
      // The lock keeps a webhook from being deleted before its deliveries are in.
      await db.execute(sql`
        WITH subscribed AS (
          SELECT id, events FROM webhooks WHERE is_enabled OR stop_reason IS NOT NULL FOR KEY SHARE
        ), given AS (
          SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
            AS given (id uuid, position integer, type text, data jsonb, at timestamptz, person_id uuid)
          WHERE EXISTS (SELECT FROM subscribed WHERE given.type = ANY (events))
        ), stored AS (
          INSERT INTO webhook_messages (id, type, data, at, person_id)
          SELECT id, type, data, at, person_id FROM given
        )
        INSERT INTO webhook_deliveries (webhook_id, message_id, due_at)
        SELECT subscribed.id, given.id, ${dueAt.toISOString()}::timestamptz
        FROM given JOIN subscribed ON given.type = ANY (subscribed.events)
        ORDER BY given.position`)
    },

    /** Stores an event for one webhook, whatever it subscribes to; returns the id of its delivery. */
    async insertFor(webhookId: string, { type, data, at }: WebhookEvent, dueAt: Date): Promise<string> {
      const [message] = await db
        .insert(webhookMessages)
        .values({ type, data, at })
        .returning({ id: webhookMessages.id })
      if (!message) throw new Error('a message was inserted but not returned')
      const [delivery] = await db
        .insert(webhookDeliveries)
        .values({ webhookId, messageId: message.id, dueAt })
        .returning({ id: webhookDeliveries.id })
      if (!delivery) throw new Error('a delivery was inserted but not returned')
      return delivery.id
    },

    /** What was or will be sent about a lead, newest first. */
    listAbout: (personId: string) =>
      db
        .select({
          ...{ type: webhookMessages.type, at: webhookMessages.at },
          url: webhooks.url,
        })
        .from(webhookMessages)
        .innerJoin(webhookDeliveries, eq(webhookDeliveries.messageId, webhookMessages.id))
        .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
        .where(eq(webhookMessages.personId, personId))
        .orderBy(desc(webhookDeliveries.number)),

    /** Deletes what is stored about a lead, with its deliveries and attempts. */
    async eraseAbout(personId: string): Promise<void> {
      // In the order in which the sender locks them.
      await db.execute(sql`
        SELECT delivery.id FROM webhook_deliveries delivery JOIN webhook_messages message ON message.id = message_id
        WHERE person_id = ${personId} ORDER BY delivery.id FOR UPDATE OF delivery`)
      await db.delete(webhookMessages).where(eq(webhookMessages.personId, personId))
    },

    /** Deletes events before a moment, with their deliveries and attempts. */
    async deleteBefore(moment: Date): Promise<void> {
      await db.delete(webhookMessages).where(lt(webhookMessages.at, moment))
    },
  }
}
