import { sql } from 'drizzle-orm'
import {
  bringBack,
  existsBefore,
  existsNow,
  rowsOfBefore,
  rowsOfNow,
  takeOver,
} from '#platform/database/restored-rows.ts'
import type { Database } from '#platform/postgres.ts'
import { isHeld } from './store.ts'
import { badgeAwards, badgeBulks } from './table.ts'

/** The badges that leads hold, by lead: what their list shows. */
export const heldBadges = sql`(SELECT ${badgeAwards.leadId} AS lead_id,
  array_agg(${badgeAwards.badgeType} ORDER BY ${badgeAwards.awardedAt}, ${badgeAwards.id}) AS badges
  FROM ${badgeAwards} WHERE ${isHeld} AND ${badgeAwards.leadId} IS NOT NULL GROUP BY ${badgeAwards.leadId})`

/** The queries with which awards outlive a restore. */
export function createBadgeRestoringStore(transaction: Database) {
  return {
    /** The leads whose awards are not there now. */
    async listHolders(): Promise<string[]> {
      const { rows } = await transaction.execute<{ id: string }>(sql`
        SELECT DISTINCT ${badgeAwards.leadId} AS id FROM ${rowsOfBefore(badgeAwards)}
        WHERE ${badgeAwards.leadId} IS NOT NULL AND NOT ${existsNow(badgeAwards)}`)
      return rows.map(({ id }) => id)
    },

    /** Awards are as they were before, with those made since. Returns those whose holders are gone. */
    async keepAwards(): Promise<string[]> {
      await takeOver(transaction, badgeAwards)
      await bringBack(transaction, badgeAwards)
      const { rows } = await transaction.execute<{ id: string }>(sql`
        UPDATE badge_awards SET credential = NULL, revoke_reason = NULL, erased_at = now()
        WHERE lead_id IS NULL AND erased_at IS NULL RETURNING id`)
      return rows.map(({ id }) => id)
    },

    /** Bulk awards go on from where they were; those of which nothing else is known end. */
    async keepBulks(sendsAgain: boolean): Promise<void> {
      await takeOver(transaction, badgeBulks)
      if (sendsAgain) return
      await transaction.execute(sql`
        UPDATE ${rowsOfNow(badgeBulks)} SET ended_at = now(), is_stopped = true, lead_ids = NULL
        WHERE now.ended_at IS NULL AND NOT ${existsBefore(badgeBulks)}`)
    },
  }
}
