import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { DeliveryFault, DeliveryState } from '#features/webhooks/contract.ts'
import type { Database } from '#platform/postgres.ts'

/** Deliveries that this process has taken; every later change of them needs the claim. */
export interface TakenBatch {
  claim: string
  deliveries: TakenDelivery[]
}

export interface TakenDelivery {
  id: string
  /** How often it was sent since it last began to wait. */
  attempts: number
  messageId: string
  type: string
  data: unknown
  at: Date
}

/** A webhook that something is to be sent to. */
export interface Receiver {
  id: string
  url: string
  secret: string
  oldSecret: string | null
  oldSecretUntil: Date | null
  failingSince: Date | null
  failures: number
}

/** What became of an attempt, and what follows for its delivery. */
export interface Outcome {
  id: string
  at: Date
  status: number | null
  fault: DeliveryFault | null
  milliseconds: number
  response: string
  state: DeliveryState
  attempts: number
  dueAt: Date
}

// A process that has held deliveries for so long counts as dead, by the clock of the database alone. Longer than a batch takes.
const isFree = sql`(delivery.taken_at IS NULL OR delivery.taken_at < now() - interval '60 seconds')`
const isWaiting = (now: Date) =>
  sql`delivery.webhook_id = webhook.id AND delivery.state = 'waiting'
    AND delivery.due_at <= ${now.toISOString()}::timestamptz AND ${isFree}`
const mayBeTried = (now: Date) =>
  sql`webhook.is_enabled AND (webhook.retry_at IS NULL OR webhook.retry_at <= ${now.toISOString()}::timestamptz)`
const hasWaiting = (now: Date) =>
  sql`EXISTS (SELECT FROM webhook_deliveries delivery WHERE ${isWaiting(now)})`

/** The queries of the sender: it takes due deliveries, each for one process, and stores their outcomes. */
export function createDeliveryStore(db: Database) {
  return {
    /** Whether a delivery is due. */
    hasWork: (now: Date): SQL =>
      sql`EXISTS (SELECT FROM webhooks webhook WHERE ${mayBeTried(now)} AND ${hasWaiting(now)})`,

    /** The webhooks that deliveries are due for. */
    async listDue(now: Date): Promise<string[]> {
      const { rows } = await db.execute<{ id: string }>(
        sql`SELECT id FROM webhooks webhook WHERE ${mayBeTried(now)} AND ${hasWaiting(now)}`,
      )
      return rows.map(({ id }) => id)
    },

    /** Takes the deliveries of a webhook that have been due for longest. */
    async takeDue(webhookId: string, most: number, now: Date): Promise<TakenBatch> {
      const claim = randomUUID()
      const { rows } = await db.execute<Omit<TakenDelivery, 'at'> & { at: string | Date }>(sql`
        WITH due AS (
          SELECT delivery.id FROM webhook_deliveries delivery JOIN webhooks webhook ON webhook.id = ${webhookId}
          WHERE ${isWaiting(now)}
          ORDER BY delivery.due_at, delivery.number LIMIT ${most} FOR UPDATE OF delivery SKIP LOCKED
        )
        UPDATE webhook_deliveries delivery SET taken_at = now(), claim = ${claim}
        FROM due, webhook_messages message
        WHERE delivery.id = due.id AND message.id = delivery.message_id
        RETURNING delivery.id, delivery.attempts, message.id AS "messageId", message.type, message.data, message.at`)
      return { claim, deliveries: rows.map((row) => ({ ...row, at: new Date(row.at) })) }
    },

    /** Stores outcomes of deliveries that this process still holds; those that were erased or taken by another are left out. */
    async finish({ claim }: Pick<TakenBatch, 'claim'>, outcomes: readonly Outcome[]): Promise<void> {
      const rows = outcomes.map(({ dueAt, ...outcome }) => ({ ...outcome, due_at: dueAt }))
      await db.execute(sql`
        WITH outcome AS (
          SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS outcome (
            id uuid, at timestamptz, status integer, fault text, milliseconds integer, response text,
            state text, attempts integer, due_at timestamptz)
        ), held AS (
          -- In the order in which an erasure locks them.
          SELECT id FROM webhook_deliveries WHERE claim = ${claim} ORDER BY id FOR UPDATE
        ), finished AS (
          UPDATE webhook_deliveries delivery SET state = outcome.state, attempts = outcome.attempts,
            due_at = outcome.due_at, taken_at = NULL, claim = NULL
          FROM outcome JOIN held USING (id) WHERE delivery.id = outcome.id
          RETURNING delivery.id
        )
        INSERT INTO webhook_attempts (delivery_id, at, status, fault, milliseconds, response)
        SELECT id, at, status, fault, milliseconds, response FROM outcome JOIN finished USING (id)`)
    },

    /** Gives back deliveries that were not sent. */
    async release({ claim }: Pick<TakenBatch, 'claim'>): Promise<void> {
      await db.execute(
        sql`UPDATE webhook_deliveries SET taken_at = NULL, claim = NULL WHERE claim = ${claim} AND state = 'waiting'`,
      )
    },
  }
}

/** The queries on webhooks as the sender sees them. */
export function createReceiverStore(db: Database) {
  return {
    /** A webhook as it is now, unless it is off or not to be tried yet. */
    async findReceiver(id: string, now: Date): Promise<Receiver | undefined> {
      const { rows } = await db.execute<Omit<Receiver, 'oldSecretUntil' | 'failingSince'> & Times>(sql`
        SELECT id, url, secret, old_secret AS "oldSecret", old_secret_until AS "oldSecretUntil",
          failing_since AS "failingSince", failures
        FROM webhooks webhook WHERE id = ${id} AND ${mayBeTried(now)}`)
      const [row] = rows
      return (
        row && { ...row, oldSecretUntil: toDate(row.oldSecretUntil), failingSince: toDate(row.failingSince) }
      )
    },

    /** Records that a receiver accepts again. */
    async markSound(id: string): Promise<void> {
      await db.execute(sql`
        UPDATE webhooks SET failing_since = NULL, failures = 0, retry_at = NULL
        WHERE id = ${id} AND failing_since IS NOT NULL`)
    },

    /**
     * Records that a receiver has accepted nothing, and when it is tried again; unless the webhook has another address by now.
     * Returns since when it fails.
     */
    async markFailing({ id, url }: Receiver, now: Date, retryAt: Date): Promise<Date> {
      const { rows } = await db.execute<{ since: string | Date }>(sql`
        UPDATE webhooks SET failing_since = coalesce(failing_since, ${now.toISOString()}::timestamptz),
          failures = failures + 1, retry_at = ${retryAt.toISOString()}::timestamptz
        WHERE id = ${id} AND url = ${url} RETURNING failing_since AS since`)
      return new Date(rows[0]?.since ?? now)
    },
  }
}

interface Times {
  oldSecretUntil: string | Date | null
  failingSince: string | Date | null
}

// Plain SQL answers times as text.
const toDate = (time: string | Date | null) => (time === null ? null : new Date(time))
