import { type SQL, sql } from 'drizzle-orm'
import type { UnfinishedMails } from '#features/mail/contract.ts'
import { notComposed } from '#features/mail/model.ts'
import type { Database } from '#platform/postgres.ts'

/** The unfinished mails by what they wait for. */
export async function readUnfinished(db: Database): Promise<UnfinishedMails> {
  const { rows } = await db.execute<UnfinishedMails & Record<string, unknown>>(sql`SELECT
    count(*) FILTER (WHERE response IS NULL)::int AS waiting,
    count(*) FILTER (WHERE response <> ${notComposed})::int AS retrying,
    count(*) FILTER (WHERE response = ${notComposed})::int AS not_composed
    FROM mails WHERE status IN ('queued', 'sending')`)
  const [row] = rows
  if (!row) throw new Error('a query without conditions has a row')
  return row
}

/** The mails of campaigns, and all others, which are sent before them. */
export const queues = ['campaigns', 'others'] as const

/** How many mails wait in a queue, and since when one of them should have been sent. */
export interface QueueState {
  waiting: number
  oldestDueSeconds: number
}

export interface QueueStateStoreOptions {
  db: Database
  /** The ids of campaigns whose mails may be sent, as a subquery. */
  sendableCampaigns(): SQL
}

/** The state of the queue, from its indexes alone. */
export function createQueueStateStore({ db, sendableCampaigns }: QueueStateStoreOptions) {
  return {
    /** The state of each queue, and how many mails have failed in the last 24 hours. */
    async read(now: Date): Promise<Record<(typeof queues)[number], QueueState> & { failed: number }> {
      const age = (oldest: SQL) =>
        sql`greatest(0, coalesce(extract(epoch FROM ${now}::timestamptz - (${oldest})), 0))::float`
      const { rows } = await db.execute<{
        failed: number
        campaigns_waiting: number
        campaigns_oldest: number
        others_waiting: number
        others_oldest: number
      }>(sql`SELECT
        (SELECT count(*)::int FROM mails
          WHERE status = 'failed' AND ended_at > ${now}::timestamptz - interval '1 day') AS failed,
        (SELECT count(*)::int FROM mails WHERE status = 'queued' AND kind = 'campaign') AS campaigns_waiting,
        ${age(sql`SELECT min(due.due_at) FROM (${sendableCampaigns()}) sendable CROSS JOIN LATERAL (
          SELECT due_at FROM mails
          WHERE campaign_id = sendable.id AND status = 'queued' AND kind = 'campaign'
          ORDER BY due_at LIMIT 1) due`)} AS campaigns_oldest,
        (SELECT count(*)::int FROM mails WHERE status = 'queued' AND kind <> 'campaign') AS others_waiting,
        ${age(sql`SELECT min(due_at) FROM mails WHERE status = 'queued' AND kind <> 'campaign'`)} AS others_oldest`)
      const [row] = rows
      if (!row) throw new Error('a query without conditions has a row')
      return {
        failed: row.failed,
        campaigns: { waiting: row.campaigns_waiting, oldestDueSeconds: row.campaigns_oldest },
        others: { waiting: row.others_waiting, oldestDueSeconds: row.others_oldest },
      }
    },
  }
}
export type QueueStateStore = ReturnType<typeof createQueueStateStore>
