import type { Inspection, InspectionQuery } from '#features/seo/search-console/contract.ts'
import type { InspectionRow } from '#features/seo/search-console/table.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import { toFailure } from './failure.ts'
import { createInspectionStore } from './inspection-store.ts'

const shownChanges = 5

export interface InspectionOptions {
  db: Database
  publicUrl: string
  /** What the check of the site's own pages has found, by the path of the page. */
  findFindings(pages: readonly string[]): Promise<ReadonlyMap<string, { path: string; count: number }>>
}

/** What Google knows of the site's addresses, for the panel. */
export function createInspections(options: InspectionOptions) {
  const { db, publicUrl, findFindings } = options
  const store = createInspectionStore(db)

  async function describe(rows: readonly InspectionRow[]): Promise<Inspection[]> {
    const addresses = rows.map(({ address }) => address)
    if (addresses.length === 0) return []
    const pathOf = (address: string) => address.slice(publicUrl.length)
    const [changes, accepted, findings] = await Promise.all([
      ...([store.listChanges(addresses), store.listAccepted(addresses)] as const),
      findFindings(addresses.map(pathOf)),
    ])
    return rows.map((row) => ({
      ...toInspection(row),
      accepted: accepted
        .filter((one) => one.address === row.address)
        .map(({ engine, acceptedAt }) => ({ engine, at: acceptedAt.toISOString() })),
      history: changes
        .filter((one) => one.address === row.address)
        .slice(0, shownChanges)
        .map(({ at, state, words }) => ({ at: at.toISOString(), state, words })),
      findings: findings.get(pathOf(row.address)) ?? null,
    }))
  }

  /** @throws {Problem} 404 when the address has gone meanwhile */
  async function get(address: string): Promise<Inspection> {
    const row = await store.find(address)
    const [inspection] = row ? await describe([row]) : []
    if (!inspection) throw new Problem('inspection_address_unknown', 404)
    return inspection
  }

  return {
    async list(query: InspectionQuery): Promise<{ items: Inspection[]; total: number }> {
      const { rows, total } = await store.list(query)
      return { items: await describe(rows), total }
    },

    get,
  }
}
export type Inspections = ReturnType<typeof createInspections>

function toInspection(row: InspectionRow): Omit<Inspection, 'accepted' | 'history' | 'findings'> {
  return {
    ...{ address: row.address, language: row.language, state: row.state, verdict: row.verdict },
    ...{ words: row.words, robots_state: row.robotsState, indexing_state: row.indexingState },
    ...{ fetch_state: row.fetchState, crawled_at: row.crawledAt?.toISOString() ?? null },
    ...{ google_canonical: row.googleCanonical, own_canonical: row.ownCanonical, link: row.link },
    changed_at: row.changedAt?.toISOString() ?? null,
    inspected_at: row.inspectedAt?.toISOString() ?? null,
    ...{ is_wanted: row.wantedAt !== null, failure: toFailure(row) },
  }
}
