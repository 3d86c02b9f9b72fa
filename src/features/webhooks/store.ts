import { and, asc, count, eq, getTableColumns, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import type { EncryptedRows } from '#platform/secrets/encrypted-rows.ts'
import type { StopReason } from './contract.ts'
import { webhookPurpose } from './signing.ts'
import { type WebhookRow, webhookDeliveries, webhooks } from './table.ts'

/** A webhook and how much of what it is to be sent has not arrived. */
export type CountedWebhook = WebhookRow & { waiting: number; failed: number }

type WebhookChanges = Partial<Omit<WebhookRow, 'id' | 'createdBy' | 'createdAt'>>

const countOf = (state: 'waiting' | 'failed') =>
  sql<number>`(SELECT count(*) FROM webhook_deliveries
    WHERE webhook_id = webhooks.id AND state = ${sql.raw(`'${state}'`)})`.mapWith(Number)
const counted = { ...getTableColumns(webhooks), waiting: countOf('waiting'), failed: countOf('failed') }

/** What a webhook is like that nothing has failed at. */
const sound = { stopReason: null, failingSince: null, failures: 0, retryAt: null } as const

/** The queries on webhooks. Give it a transaction to make several of them one. */
export function createWebhookStore(db: Database) {
  return {
    /** Locks the number of webhooks until the transaction ends. */
    async lock(): Promise<void> {
      await db.execute(sql`SELECT pg_advisory_xact_lock(hashtext('webhooks'))`)
    },

    async count(): Promise<number> {
      return db.$count(webhooks)
    },

    /** All webhooks, oldest first. */
    list: (): Promise<CountedWebhook[]> =>
      db.select(counted).from(webhooks).orderBy(asc(webhooks.createdAt), asc(webhooks.id)),

    async find(id: string): Promise<CountedWebhook | undefined> {
      const [row] = await db.select(counted).from(webhooks).where(eq(webhooks.id, id))
      return row
    },

    /** Locks a webhook until the transaction ends. */
    async findForChange(id: string): Promise<WebhookRow | undefined> {
      const [row] = await db.select().from(webhooks).where(eq(webhooks.id, id)).for('no key update')
      return row
    },

    async insert(webhook: typeof webhooks.$inferInsert): Promise<void> {
      await db.insert(webhooks).values(webhook)
    },

    async update(id: string, changes: WebhookChanges): Promise<void> {
      await db.update(webhooks).set(changes).where(eq(webhooks.id, id))
    },

    /** Forgets that a receiver has failed, and makes all that waits due. */
    async startAfresh(id: string, now: Date): Promise<void> {
      await db.update(webhooks).set(sound).where(eq(webhooks.id, id))
      await db
        .update(webhookDeliveries)
        .set({ dueAt: now })
        .where(and(eq(webhookDeliveries.webhookId, id), eq(webhookDeliveries.state, 'waiting')))
    },

    /** Turns a webhook off for a reason, unless it is off or has another address by now. Returns whether it was on. */
    async stop(id: string, url: string, stopReason: StopReason): Promise<boolean> {
      const stopped = await db
        .update(webhooks)
        .set({ isEnabled: false, stopReason, retryAt: null })
        .where(and(eq(webhooks.id, id), eq(webhooks.url, url), eq(webhooks.isEnabled, true)))
        .returning({ id: webhooks.id })
      return stopped.length > 0
    },

    async remove(id: string): Promise<boolean> {
      return (await db.delete(webhooks).where(eq(webhooks.id, id)).returning({ id: webhooks.id })).length > 0
    },

    /** Sends what was given up once more, one delivery or all of a webhook; returns how many. */
    async resend(webhookId: string, now: Date, ids?: readonly string[]): Promise<number> {
      const resent = await db
        .update(webhookDeliveries)
        .set({ state: 'waiting', attempts: 0, dueAt: now, takenAt: null, claim: null })
        .where(
          and(
            eq(webhookDeliveries.webhookId, webhookId),
            ids ? inArray(webhookDeliveries.id, [...ids]) : eq(webhookDeliveries.state, 'failed'),
          ),
        )
        .returning({ id: webhookDeliveries.id })
      return resent.length
    },
  }
}

/** How many deliveries wait, how many were given up, and how many webhooks fail or were stopped. */
export async function countTroubles(
  db: Database,
): Promise<{ waiting: number; failed: number; failing: number }> {
  const [deliveries = { waiting: 0, failed: 0 }] = await db
    .select({
      waiting: sql<number>`count(*) FILTER (WHERE state = 'waiting')`.mapWith(Number),
      failed: sql<number>`count(*) FILTER (WHERE state = 'failed')`.mapWith(Number),
    })
    .from(webhookDeliveries)
    .where(inArray(webhookDeliveries.state, ['waiting', 'failed']))
  const [hooks = { failing: 0 }] = await db
    .select({ failing: count() })
    .from(webhooks)
    .where(sql`${isNotNull(webhooks.failingSince)} OR ${isNotNull(webhooks.stopReason)}`)
  return { ...deliveries, ...hooks }
}

/** The secrets of webhooks, to be encrypted under another one. */
export const webhookSecrets: EncryptedRows = {
  purpose: webhookPurpose,
  async list(db) {
    const rows = await db.select().from(webhooks)
    return rows.flatMap(({ id, secret, oldSecret }) =>
      [secret, oldSecret].flatMap((stored) => (stored === null ? [] : [{ context: id, stored }])),
    )
  },
  async replace(db, { context, stored }, renewed) {
    const replaced = (column: typeof webhooks.secret | typeof webhooks.oldSecret) =>
      sql`CASE WHEN ${column} = ${stored} THEN ${renewed} ELSE ${column} END`
    await db
      .update(webhooks)
      .set({ secret: replaced(webhooks.secret), oldSecret: replaced(webhooks.oldSecret) })
      .where(eq(webhooks.id, context))
  },
}
