import { and, arrayOverlaps, asc, eq, gt, inArray, isNull, lte, not, or, sql } from 'drizzle-orm'
import type { Audience } from '#features/campaigns/contract.ts'
import type { MailConditions } from '#features/early-adopters/ports.ts'
import { earlyAdopters } from '#features/early-adopters/table.ts'
import { findCurrentTags, hasTag } from '#features/early-adopters/tags/tag-store.ts'
import { matchesSearch } from '#platform/database/search-text.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import { searchWordsOf } from '#shared/search/words.ts'

/** What a mail to a lead needs to know of them. */
export type AudienceMember = Pick<
  typeof earlyAdopters.$inferSelect,
  'id' | 'email' | 'name' | 'company' | 'segment' | 'language'
>

/**
 * A part of an audience: who comes after a lead by id, who had joined by then, and, with `searchesAddresses: false`, whom
 * the search finds by name and company.
 */
export interface AudiencePart {
  after?: string | null
  joinedBy?: Date | null
  searchesAddresses?: boolean
}

/** The queries on the leads that a campaign is for. */
export function createAudiences(mail: MailConditions) {
  async function conditionOf(db: Database, audience: Audience, part: AudiencePart = {}) {
    const { after, joinedBy, searchesAddresses = true } = part
    const { segments, languages, kinds, badges, tags, search } = audience
    const { lead_ids, except_campaign, unopened_campaign } = audience
    const held = badges.filter((badge) => badge !== 'none')
    return and(
      isNull(earlyAdopters.consentWithdrawnAt),
      not(mail.isSuppressed(db, earlyAdopters.emailKey)),
      segments.length > 0 ? inArray(earlyAdopters.segment, segments) : undefined,
      languages.length > 0 ? inArray(earlyAdopters.language, languages) : undefined,
      kinds.length > 0 ? inArray(earlyAdopters.kind, kinds) : undefined,
      tags.length > 0 ? hasTag(earlyAdopters.id, await findCurrentTags(db, tags)) : undefined,
      badges.length > 0
        ? or(
            badges.includes('none') ? eq(earlyAdopters.badges, []) : undefined,
            held.length > 0 ? arrayOverlaps(earlyAdopters.badges, held) : undefined,
          )
        : undefined,
      ...matchesSearch(earlyAdopters.searchText, searchWordsOf(search), { searchesAddresses }),
      lead_ids.length > 0 ? inArray(earlyAdopters.id, lead_ids) : undefined,
      except_campaign ? not(mail.wasWritten(db, earlyAdopters.id, except_campaign)) : undefined,
      unopened_campaign ? mail.wasLeftUnopened(db, earlyAdopters.id, unopened_campaign) : undefined,
      after ? gt(earlyAdopters.id, after) : undefined,
      joinedBy ? lte(earlyAdopters.createdAt, joinedBy) : undefined,
    )
  }
  const member = {
    id: earlyAdopters.id,
    email: earlyAdopters.email,
    name: earlyAdopters.name,
    company: earlyAdopters.company,
    segment: earlyAdopters.segment,
    language: earlyAdopters.language,
  }

  return {
    /** How many an audience, or a part of it, has of each language. */
    async count(db: Database, audience: Audience, part?: AudiencePart): Promise<Map<Language, number>> {
      const rows = await db
        .select({ language: earlyAdopters.language, total: sql<number>`count(*)::int` })
        .from(earlyAdopters)
        .where(await conditionOf(db, audience, part))
        .groupBy(earlyAdopters.language)
      return new Map(rows.map(({ language, total }) => [language, total]))
    },

    /** Some leads of an audience. */
    sample: async (
      db: Database,
      audience: Audience,
      { limit, ...part }: AudiencePart & { limit: number },
    ): Promise<AudienceMember[]> =>
      db
        .select(member)
        .from(earlyAdopters)
        .where(await conditionOf(db, audience, part))
        .limit(limit),

    /** The next of a part of an audience by id, none of whom can be erased until the transaction ends. */
    next: async (
      db: Database,
      audience: Audience,
      part: AudiencePart & { limit: number },
    ): Promise<AudienceMember[]> =>
      db
        .select(member)
        .from(earlyAdopters)
        .where(await conditionOf(db, audience, part))
        .orderBy(asc(earlyAdopters.id))
        .limit(part.limit)
        .for('key share'),
  }
}
