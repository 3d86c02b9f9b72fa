import { sql } from 'drizzle-orm'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'

/** Where a link of a campaign leads in a language, and how many of its readers have followed it. */
export interface LinkClicks extends Record<string, unknown> {
  url: string
  language: Language
  /** Readers whose click was certainly a person's. */
  at_least: number
  /** The same with those who may have been one; security scanners are left out. */
  at_most: number
}

/**
 * The tracked links of a campaign in their order in the text, each language by itself. Clicks of people whose data were
 * erased are not in it.
 */
export async function countLinkClicks(db: Database, campaignId: string): Promise<LinkClicks[]> {
  const { rows } = await db.execute<LinkClicks>(sql`
    SELECT targets.url, targets.language,
      count(DISTINCT hits.mail_id) FILTER (WHERE hits.verdict = 'human')::int AS at_least,
      count(DISTINCT hits.mail_id) FILTER (WHERE hits.verdict <> 'scanner')::int AS at_most
    FROM (
      SELECT language, url, place
      FROM mail_campaign_links, unnest(links) WITH ORDINALITY AS listed (url, place)
      WHERE campaign_id = ${campaignId}
    ) AS targets
    LEFT JOIN (
      SELECT mail_hits.mail_id, mail_hits.link, mail_hits.verdict, mails.language
      FROM mails JOIN mail_hits ON mail_hits.mail_id = mails.id
      WHERE mails.campaign_id = ${campaignId} AND mails.kind = 'campaign' AND mail_hits.kind = 'click'
    ) AS hits ON hits.language = targets.language AND hits.link = targets.place - 1
    GROUP BY targets.language, targets.place, targets.url
    ORDER BY targets.language, targets.place`)
  return rows
}
