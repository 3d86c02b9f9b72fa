import { and, asc, desc, eq, inArray, like } from 'drizzle-orm'
import type { Pool } from 'pg'
import type { Database } from '#platform/postgres.ts'
import type { Segment } from '#shared/segments.ts'
import { earlyAdopterCounts, earlyAdopters } from './table.ts'

export type EarlyAdopterRow = typeof earlyAdopters.$inferSelect

/** Which early adopters to list. `words` must all occur in the search text. */
export interface EarlyAdopterFilter {
  words: string[]
  segment: Segment | undefined
}

/** The queries on early adopters. */
export function createEarlyAdopterStore(db: Database, pool: Pool) {
  function conditionOf({ words, segment }: EarlyAdopterFilter) {
    return and(
      segment && eq(earlyAdopters.segment, segment),
      ...words.map((word) => like(earlyAdopters.searchText, `%${word.replace(/[\\%_]/g, '\\$&')}%`)),
    )
  }

  return {
    /**
     * Adds many at once, durably; answers for each whether it is new. An address that is known, or twice in the group,
     * adds nothing. One prepared statement whatever the number, since this is the busiest write of the product.
     */
    async insertMany(rows: EarlyAdopterRow[]): Promise<boolean[]> {
      const { rows: added } = await pool.query<{ id: string }>({
        name: 'insert early adopters',
        text: `INSERT INTO early_adopters (id, email, email_key, name, company, segment, interests, language,
                 consented_at, consent_text, search_text, created_at)
               SELECT id, email, email_key, name, company, segment, string_to_array(interests, ','), language,
                 created_at, consent_text, search_text, created_at
               FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
                 $8::text[], $9::text[], $10::text[], $11::timestamptz[])
                 AS sent (id, email, email_key, name, company, segment, interests, language, consent_text,
                   search_text, created_at)
               ON CONFLICT (email_key) DO NOTHING
               RETURNING id`,
        values: [
          rows.map((row) => row.id),
          rows.map((row) => row.email),
          rows.map((row) => row.emailKey),
          rows.map((row) => row.name),
          rows.map((row) => row.company),
          rows.map((row) => row.segment),
          rows.map((row) => row.interests.join(',')),
          rows.map((row) => row.language),
          rows.map((row) => row.consentText),
          rows.map((row) => row.searchText),
          rows.map((row) => row.createdAt.toISOString()),
        ],
      })
      const ids = new Set(added.map(({ id }) => id))
      return rows.map(({ id }) => ids.has(id))
    },

    /**
     * A page of the list, newest first. `total` is how many the filter lets through: a page past the middle is
     * counted from the other end, and only the rows of the page itself are read, so that no page costs much.
     */
    async list(
      filter: EarlyAdopterFilter,
      page: { limit: number; offset: number },
      total: number,
    ): Promise<EarlyAdopterRow[]> {
      const isNearEnd = page.offset > total / 2
      const limit = Math.min(page.limit, isNearEnd ? total - page.offset : page.limit)
      if (limit <= 0) return []
      const direction = isNearEnd ? asc : desc
      const ids = db
        .select({ id: earlyAdopters.id })
        .from(earlyAdopters)
        .where(conditionOf(filter))
        .orderBy(direction(earlyAdopters.createdAt), direction(earlyAdopters.id))
        .limit(limit)
        .offset(isNearEnd ? total - page.offset - limit : page.offset)
      return db
        .select()
        .from(earlyAdopters)
        .where(inArray(earlyAdopters.id, ids))
        .orderBy(desc(earlyAdopters.createdAt), desc(earlyAdopters.id))
    },

    /** How many a filter lets through. */
    async count(filter: EarlyAdopterFilter): Promise<number> {
      return db.$count(earlyAdopters, conditionOf(filter))
    },

    /** How many there are by segment, at the same cost at any size. */
    async countBySegment(): Promise<Map<Segment, number>> {
      const rows = await db.select().from(earlyAdopterCounts)
      return new Map(rows.map(({ segment, total }) => [segment, total]))
    },
  }
}
export type EarlyAdopterStore = ReturnType<typeof createEarlyAdopterStore>
