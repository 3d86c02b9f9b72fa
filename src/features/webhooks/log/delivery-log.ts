import type { Attempt, Delivery, DeliveryDetail, DeliveryQuery } from '#features/webhooks/contract.ts'
import { bodyOf, messageIdOf } from '#features/webhooks/message.ts'
import { createMessageStore } from '#features/webhooks/message-store.ts'
import { createWebhookStore } from '#features/webhooks/store.ts'
import { testEvent } from '#features/webhooks/test-event.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import { eventOf } from '#shared/webhooks/event.ts'
import { type AttemptRow, createLogStore, type LoggedRow } from './log-store.ts'

// Before all that waits.
const atOnce = new Date(0)

interface LogOptions {
  db: Database
  clock: Clock
}

/** What was and will be sent to webhooks, and what admins send themselves. */
export function createDeliveryLog(options: LogOptions) {
  const { db } = options
  const store = createLogStore(db)

  async function describe(rows: readonly LoggedRow[]): Promise<Delivery[]> {
    const attempts = await store.listAttempts(rows.flatMap(({ lastAttempt }) => lastAttempt ?? []))
    const byNumber = new Map(attempts.map((attempt) => [attempt.number, attempt]))
    return rows.map((row) => toDelivery(row, byNumber.get(row.lastAttempt ?? 0)))
  }

  /** @throws {Problem} 404 */
  async function getRow(webhookId: string, id: string): Promise<LoggedRow> {
    const row = await store.find(webhookId, id)
    if (!row) throw new Problem('delivery_not_found', 404)
    return row
  }

  /** @throws {Problem} 404 */
  async function get(webhookId: string, id: string): Promise<Delivery> {
    const [delivery] = await describe([await getRow(webhookId, id)])
    if (!delivery) throw new Problem('delivery_not_found', 404)
    return delivery
  }

  return {
    /** A page of the deliveries of a webhook, newest first, and how many there are. @throws {Problem} 404 */
    async list(webhookId: string, query: DeliveryQuery): Promise<{ items: Delivery[]; total: number }> {
      if (!(await createWebhookStore(db).find(webhookId))) throw new Problem('webhook_not_found', 404)
      const { rows, total } = await store.list(webhookId, query)
      return { items: await describe(rows), total }
    },

    /** One delivery with what is sent and all attempts. @throws {Problem} 404 */
    async getDetail(webhookId: string, id: string): Promise<DeliveryDetail> {
      const row = await getRow(webhookId, id)
      const attempts = await store.listAllAttempts(id)
      return {
        ...toDelivery(row, attempts[0]),
        body: bodyOf(row),
        all_attempts: attempts.map(toAttempt),
      }
    },

    /** Sends a test. @throws {Problem} 404, 409 the webhook is off */
    async sendTest(webhookId: string): Promise<Delivery> {
      const id = await forActive(options, webhookId, (transaction, at) =>
        createMessageStore(transaction).insertFor(
          webhookId,
          eventOf(testEvent, { data: { webhook_id: webhookId }, at }),
          atOnce,
        ),
      )
      return get(webhookId, id)
    },

    /** Sends something once more, whether it arrived or not. @throws {Problem} 404, 409 the webhook is off */
    async resend(webhookId: string, id: string): Promise<Delivery> {
      await forActive(options, webhookId, async (transaction) => {
        const resent = await createWebhookStore(transaction).resend(webhookId, atOnce, [id])
        if (resent === 0) throw new Problem('delivery_not_found', 404)
      })
      return get(webhookId, id)
    },

    /** Sends all that was given up once more; returns how many. @throws {Problem} 404, 409 the webhook is off */
    resendFailed: (webhookId: string): Promise<number> =>
      forActive(options, webhookId, (transaction, now) =>
        createWebhookStore(transaction).resend(webhookId, now),
      ),
  }
}
export type DeliveryLog = ReturnType<typeof createDeliveryLog>

/** Does something for a webhook that is on, which is tried at once. @throws {Problem} 404, 409 */
async function forActive<T>(
  { db, clock }: LogOptions,
  id: string,
  work: (transaction: Database, now: Date) => Promise<T>,
): Promise<T> {
  return db.transaction(async (transaction) => {
    const webhooks = createWebhookStore(transaction)
    const webhook = await webhooks.findForChange(id)
    if (!webhook) throw new Problem('webhook_not_found', 404)
    if (!webhook.isEnabled) throw new Problem('webhook_off', 409)
    await webhooks.update(id, { retryAt: null })
    return work(transaction, clock.now())
  })
}

function toAttempt({ at, status, fault, milliseconds, response }: AttemptRow): Attempt {
  return { at: at.toISOString(), status, fault, milliseconds, response }
}

function toDelivery(row: LoggedRow, lastAttempt: AttemptRow | undefined): Delivery {
  const { id, messageId, type, state, at, attempts, dueAt } = row
  return {
    ...{ id, message_id: messageIdOf({ id: messageId }), type, state, at: at.toISOString(), attempts },
    next_attempt_at: state === 'waiting' ? (dueAt > at ? dueAt : at).toISOString() : null,
    last_attempt: lastAttempt ? toAttempt(lastAttempt) : null,
  }
}
