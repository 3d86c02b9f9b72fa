import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { InspectionQuery } from '#features/seo/search-console/contract.ts'
import {
  type InspectionRow,
  seoInspectionChanges,
  seoInspections,
} from '#features/seo/search-console/table.ts'
import type { EngineName } from '#features/seo/submission/contract.ts'
import { seoAcceptedChanges } from '#features/seo/submission/table.ts'
import { containing } from '#platform/like-pattern.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'

/** The queries on what Google has said of the site's addresses. */
export function createInspectionStore(db: Database) {
  return {
    /** A page of it, what is not indexed first, and how much there is. */
    async list(query: InspectionQuery): Promise<{ rows: InspectionRow[]; total: number }> {
      const where = conditionOf(query)
      const rank = sql`array_position(ARRAY['not_indexed', 'unknown', 'indexed'], ${seoInspections.state})`
      const [rows, [counted]] = await Promise.all([
        db
          .select()
          .from(seoInspections)
          .where(where)
          .orderBy(rank, asc(seoInspections.address))
          .limit(query.limit)
          .offset(query.offset),
        db.select({ total: count() }).from(seoInspections).where(where),
      ])
      return { rows, total: counted?.total ?? 0 }
    },

    async find(address: string): Promise<InspectionRow | undefined> {
      const [row] = await db.select().from(seoInspections).where(eq(seoInspections.address, address))
      return row
    },

    /** Adds an address that the site has, if it is not known yet. */
    async add(address: string, { language, now }: { language: Language; now: Date }): Promise<void> {
      await db.insert(seoInspections).values({ address, language, dueAt: now }).onConflictDoNothing()
    },

    /** Notes that somebody waits for an answer about an address. */
    async want(address: string, now: Date): Promise<void> {
      await db
        .update(seoInspections)
        .set({ wantedAt: sql`coalesce(${seoInspections.wantedAt}, ${now.toISOString()}::timestamptz)` })
        .where(eq(seoInspections.address, address))
    },

    /** The verdicts of addresses, newest first. */
    listChanges: (addresses: readonly string[]) =>
      db
        .select()
        .from(seoInspectionChanges)
        .where(inArray(seoInspectionChanges.address, [...addresses]))
        .orderBy(desc(seoInspectionChanges.number)),

    /** Which engines have accepted addresses. */
    listAccepted: (
      addresses: readonly string[],
    ): Promise<{ address: string; engine: EngineName; acceptedAt: Date }[]> =>
      db
        .select({
          address: seoAcceptedChanges.address,
          engine: seoAcceptedChanges.engine,
          acceptedAt: seoAcceptedChanges.acceptedAt,
        })
        .from(seoAcceptedChanges)
        .where(inArray(seoAcceptedChanges.address, [...addresses]))
        .orderBy(asc(seoAcceptedChanges.engine)),
  }
}

function conditionOf({ state, language, words, search }: InspectionQuery): SQL | undefined {
  return and(
    state && eq(seoInspections.state, state),
    language && eq(seoInspections.language, language),
    words ? eq(seoInspections.words, words) : undefined,
    search ? sql`${seoInspections.address} ILIKE ${containing(search)}` : undefined,
  )
}
