import { inArray, sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import { campaigns } from './table.ts'

/** The queries on campaigns for the search box. */
export function createCampaignSearchStore(db: Database) {
  return {
    /** All campaigns, with the languages that they have a text in. */
    listStates: () =>
      db
        .select({
          id: campaigns.id,
          updatedAt: campaigns.updatedAt,
          fallbackLanguage: campaigns.fallbackLanguage,
          written: sql<Language[]>`ARRAY(SELECT jsonb_object_keys(${campaigns.texts}))`,
        })
        .from(campaigns),

    /** These campaigns, by their ids. */
    async findMany(ids: string[]) {
      const { id, name, status, texts } = campaigns
      const rows = await db.select({ id, name, status, texts }).from(campaigns).where(inArray(id, ids))
      return new Map(rows.map((row) => [row.id, row]))
    },
  }
}
