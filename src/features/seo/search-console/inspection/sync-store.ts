import { sql } from 'drizzle-orm'
import type { ListedAddress } from '#features/seo/sitemap/entries.ts'
import type { Database } from '#platform/postgres.ts'

const chunk = 5_000
/** Longer ones fit into no index of the database, nor do search engines take them. */
const longest = 2_000
const at = (time: Date) => sql`${time.toISOString()}::timestamptz`

/**
 * Makes the stored addresses those that the site has: new ones are due at once, those that have gone are forgotten. Google is asked
 * again about one that was changed or submitted since, a day later, as it needs a while to look at it.
 */
export async function syncAddresses(
  db: Database,
  listed: readonly ListedAddress[],
  now: Date,
): Promise<void> {
  await db.transaction(async (transaction) => {
    // One process at a time.
    await transaction.execute(sql`SELECT FROM seo_inspecting FOR UPDATE`)
    await transaction.execute(sql`
      CREATE TEMP TABLE seo_listed (address text PRIMARY KEY, language text, changed_at timestamptz) ON COMMIT DROP`)
    for (let start = 0; start < listed.length; start += chunk) {
      const rows = listed
        .slice(start, start + chunk)
        .filter(({ address }) => address.length <= longest)
        .map(({ address, language, changedAt }) => ({ address, language, changed_at: changedAt ?? null }))
      await transaction.execute(sql`
        INSERT INTO seo_listed SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          AS listed (address text, language text, changed_at timestamptz)
        ON CONFLICT DO NOTHING`)
    }
    await transaction.execute(sql`
      DELETE FROM seo_inspections known WHERE NOT EXISTS (SELECT FROM seo_listed WHERE seo_listed.address = known.address)`)
    await transaction.execute(sql`
      INSERT INTO seo_inspections AS known (address, language, changed_at, told_at, due_at)
      SELECT seo_listed.address, language, seo_listed.changed_at, greatest(seo_listed.changed_at, max(accepted_at)), ${at(now)}
      FROM seo_listed LEFT JOIN seo_accepted_changes accepted ON accepted.address = seo_listed.address
      GROUP BY seo_listed.address
      ON CONFLICT (address) DO UPDATE SET language = excluded.language, changed_at = excluded.changed_at,
        told_at = excluded.told_at,
        due_at = CASE WHEN excluded.told_at > coalesce(known.told_at, '-infinity')
          THEN least(known.due_at, greatest(${at(now)}, coalesce(known.asked_at, '-infinity') + interval '1 day'))
          ELSE known.due_at END
      WHERE (known.language, known.changed_at, known.told_at)
        IS DISTINCT FROM (excluded.language, excluded.changed_at, excluded.told_at)`)
  })
}
