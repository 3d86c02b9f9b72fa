import { desc, eq, inArray, like, sql } from 'drizzle-orm'
import { dayOf, isWithin } from '#platform/database/local-days.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import type { LocalDays, TimelineEvent } from '#shared/time/timeline.ts'
import type { CampaignText } from './contract.ts'
import { campaigns } from './table.ts'

/** The queries on campaigns for other features. */
export function createCampaignRecordStore(db: Database) {
  return {
    /** The text of a campaign in a language, and whether it can no longer change. */
    async findText(id: string, language: Language) {
      const [row] = await db
        .select({
          text: sql<CampaignText | null>`${campaigns.texts} -> ${language}::text`,
          isFinal: sql<boolean>`${campaigns.startedAt} IS NOT NULL`,
        })
        .from(campaigns)
        .where(eq(campaigns.id, id))
      return row
    },

    /** The campaigns that contain an address in one of their texts, newest first. */
    async listUsesOf(address: string): Promise<{ campaign_id: string; name: string }[]> {
      return db
        .select({ campaign_id: campaigns.id, name: campaigns.name })
        .from(campaigns)
        .where(like(sql`${campaigns.texts}::text`, `%${address}%`))
        .orderBy(desc(campaigns.createdAt))
    },

    /** Those that began to be sent within days. */
    async listStarted(days: LocalDays): Promise<TimelineEvent[]> {
      const { name, startedAt } = campaigns
      const { rows } = await db.execute<Record<string, unknown> & TimelineEvent>(sql`
        SELECT ${dayOf(startedAt, days.timeZone)}::text AS day, ${name} AS name, 1 AS count FROM ${campaigns}
        WHERE ${isWithin(startedAt, days)} ORDER BY ${startedAt}`)
      return rows
    },

    /** The names of campaigns by their ids. */
    async findNames(ids: string[]): Promise<Map<string, string>> {
      if (ids.length === 0) return new Map()
      const rows = await db
        .select({ id: campaigns.id, name: campaigns.name })
        .from(campaigns)
        .where(inArray(campaigns.id, ids))
      return new Map(rows.map(({ id, name }) => [id, name]))
    },
  }
}
