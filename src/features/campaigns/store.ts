import { and, asc, desc, eq, inArray, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import type { CampaignQuery, CampaignStatus } from './contract.ts'
import { campaigns } from './table.ts'

export type CampaignRow = typeof campaigns.$inferSelect

const isDue = (now: Date) =>
  and(inArray(campaigns.status, ['scheduled', 'preparing']), lte(campaigns.dueAt, now))
const isEnding = or(
  eq(campaigns.status, 'sending'),
  and(eq(campaigns.status, 'cancelled'), isNull(campaigns.endedAt)),
)

/** Whether there is a campaign whose mails are to be prepared, or that has yet to end. */
export const hasWork = (now: Date): SQL =>
  sql`EXISTS (SELECT FROM ${campaigns} WHERE ${or(isDue(now), isEnding)})`

/** The ids of campaigns whose mails may be sent, as a subquery. Mails of the others wait or are never sent. */
export const sendableCampaigns = (): SQL =>
  sql`SELECT id FROM campaigns WHERE status NOT IN ('draft', 'scheduled', 'paused', 'cancelled')`

/** The queries on campaigns. Give it a transaction to make several of them one. */
export function createCampaignStore(db: Database) {
  return {
    async insert(row: typeof campaigns.$inferInsert): Promise<CampaignRow> {
      const [added] = await db.insert(campaigns).values(row).returning()
      if (!added) throw new Error('a campaign was inserted but not answered')
      return added
    },

    async update(id: string, changes: Partial<Omit<CampaignRow, 'id'>>): Promise<CampaignRow> {
      const [changed] = await db.update(campaigns).set(changes).where(eq(campaigns.id, id)).returning()
      if (!changed) throw new Error('a campaign vanished while it was being changed')
      return changed
    },

    async remove(id: string): Promise<void> {
      await db.delete(campaigns).where(eq(campaigns.id, id))
    },

    async find(id: string): Promise<CampaignRow | undefined> {
      const [row] = await db.select().from(campaigns).where(eq(campaigns.id, id))
      return row
    },

    /** The campaign, locked until the transaction ends. */
    async lock(id: string): Promise<CampaignRow | undefined> {
      const [row] = await db.select().from(campaigns).where(eq(campaigns.id, id)).for('update')
      return row
    },

    /** The campaign to those who did not open another one; undefined while there is none. */
    async findResend(id: string): Promise<CampaignRow | undefined> {
      const [row] = await db
        .select()
        .from(campaigns)
        .where(
          and(sql`${campaigns.audience} ->> 'unopened_campaign' = ${id}`, ne(campaigns.status, 'cancelled')),
        )
        .orderBy(desc(campaigns.createdAt))
        .limit(1)
      return row
    },

    /** Campaigns, newest first. */
    async list({ status, limit, offset }: CampaignQuery) {
      const condition = status && eq(campaigns.status, status)
      const [rows, total] = await Promise.all([
        db
          .select()
          .from(campaigns)
          .where(condition)
          .orderBy(desc(campaigns.createdAt), desc(campaigns.id))
          .limit(limit)
          .offset(offset),
        db.$count(campaigns, condition),
      ])
      return { rows, total }
    },

    /**
     * The campaign that has waited longest for the preparation of its mails, locked until the transaction ends. Other
     * processes skip it.
     */
    async takeDue(now: Date): Promise<CampaignRow | undefined> {
      const [row] = await db
        .select()
        .from(campaigns)
        .where(isDue(now))
        .orderBy(asc(campaigns.dueAt))
        .limit(1)
        .for('update', { skipLocked: true })
      return row
    },

    /** Prepared and cancelled campaigns that have yet to end. */
    listEnding: (): Promise<{ id: string; status: CampaignStatus }[]> =>
      db.select({ id: campaigns.id, status: campaigns.status }).from(campaigns).where(isEnding),
  }
}
