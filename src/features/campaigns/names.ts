import { inArray } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import { campaigns } from './table.ts'

/** Tells what campaigns are called, for those who know them by id. */
export function createCampaignNames(db: Database) {
  return async (ids: string[]): Promise<Map<string, string>> => {
    if (ids.length === 0) return new Map()
    const rows = await db
      .select({ id: campaigns.id, name: campaigns.name })
      .from(campaigns)
      .where(inArray(campaigns.id, ids))
    return new Map(rows.map(({ id, name }) => [id, name]))
  }
}
