import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { DeliveryQuery } from '#features/webhooks/contract.ts'
import { webhookAttempts, webhookDeliveries, webhookMessages } from '#features/webhooks/table.ts'
import type { Database } from '#platform/postgres.ts'

export type AttemptRow = typeof webhookAttempts.$inferSelect

const columns = {
  id: webhookDeliveries.id,
  messageId: webhookMessages.id,
  type: webhookMessages.type,
  data: webhookMessages.data,
  at: webhookMessages.at,
  state: webhookDeliveries.state,
  dueAt: webhookDeliveries.dueAt,
  attempts:
    sql<number>`(SELECT count(*) FROM webhook_attempts WHERE delivery_id = ${webhookDeliveries.id})`.mapWith(
      Number,
    ),
  lastAttempt: sql<number | null>`(SELECT max(number) FROM webhook_attempts
    WHERE delivery_id = ${webhookDeliveries.id})`.mapWith(Number),
}

/** The queries on what was and will be sent. */
export function createLogStore(db: Database) {
  const from = () =>
    db
      .select(columns)
      .from(webhookDeliveries)
      .innerJoin(webhookMessages, eq(webhookMessages.id, webhookDeliveries.messageId))
      .$dynamic()

  return {
    /** A page of the deliveries of a webhook, newest first, and how many there are. */
    async list(webhookId: string, { state, type, limit, offset }: DeliveryQuery) {
      const isWanted = and(
        eq(webhookDeliveries.webhookId, webhookId),
        state && eq(webhookDeliveries.state, state),
        type === undefined ? undefined : eq(webhookMessages.type, type),
      )
      const [rows, [total]] = await Promise.all([
        from().where(isWanted).orderBy(desc(webhookDeliveries.number)).limit(limit).offset(offset),
        db
          .select({ all: count() })
          .from(webhookDeliveries)
          .innerJoin(webhookMessages, eq(webhookMessages.id, webhookDeliveries.messageId))
          .where(isWanted),
      ])
      return { rows, total: total?.all ?? 0 }
    },

    async find(webhookId: string, id: string) {
      const [row] = await from().where(
        and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.webhookId, webhookId)),
      )
      return row
    },

    /** The attempts with these numbers. */
    async listAttempts(numbers: readonly number[]): Promise<AttemptRow[]> {
      if (numbers.length === 0) return []
      return db
        .select()
        .from(webhookAttempts)
        .where(sql`${webhookAttempts.number} = ANY (${sql.param([...numbers])}::bigint[])`)
    },

    /** All attempts of a delivery, newest first. */
    listAllAttempts: (deliveryId: string): Promise<AttemptRow[]> =>
      db
        .select()
        .from(webhookAttempts)
        .where(eq(webhookAttempts.deliveryId, deliveryId))
        .orderBy(desc(webhookAttempts.number)),
  }
}
export type LoggedRow = NonNullable<Awaited<ReturnType<ReturnType<typeof createLogStore>['find']>>>
