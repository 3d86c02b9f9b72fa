import { and, asc, count, desc, inArray, isNotNull, sql } from 'drizzle-orm'
import { type InspectingRow, seoInspecting, seoInspections } from '#features/seo/search-console/table.ts'
import type { GoogleIndex, IndexState } from '#features/seo/submission/contract.ts'
import type { Database } from '#platform/postgres.ts'

const mostReasons = 20

/** The queries on what Google has said of all addresses, and on how often it was asked. */
export function createIndexStore(db: Database) {
  return {
    countByState: (): Promise<{ state: IndexState; addresses: number }[]> =>
      db
        .select({ state: seoInspections.state, addresses: count() })
        .from(seoInspections)
        .groupBy(seoInspections.state),

    /** The reasons that Google gives most often. */
    listReasons: (): Promise<{ words: string; state: IndexState; addresses: number }[]> =>
      db
        .select({ words: seoInspections.words, state: seoInspections.state, addresses: count() })
        .from(seoInspections)
        .where(sql`${seoInspections.words} <> ''`)
        .groupBy(seoInspections.words, seoInspections.state)
        .orderBy(desc(count()), asc(seoInspections.words))
        .limit(mostReasons),

    async getState(): Promise<InspectingRow> {
      const [row] = await db.select().from(seoInspecting)
      if (!row) throw new Error('the row about inspections is missing')
      return row
    },

    /** What Google last said of addresses, by address. */
    async findIndex(addresses: readonly string[]): Promise<Map<string, GoogleIndex>> {
      if (addresses.length === 0) return new Map()
      const rows = await db
        .select()
        .from(seoInspections)
        .where(and(inArray(seoInspections.address, [...addresses]), isNotNull(seoInspections.inspectedAt)))
      return new Map(
        rows.flatMap(({ address, state, words, inspectedAt }) =>
          inspectedAt ? [[address, { state, words, inspected_at: inspectedAt.toISOString() }] as const] : [],
        ),
      )
    },
  }
}
