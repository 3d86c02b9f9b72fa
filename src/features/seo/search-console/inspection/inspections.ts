import { setTimeout as sleep } from 'node:timers/promises'
import type {
  Inspection,
  InspectionQuery,
  SearchConsoleOverview,
} from '#features/seo/search-console/contract.ts'
import type { GoogleAccess } from '#features/seo/search-console/google/access.ts'
import { inspectionLimits } from '#features/seo/search-console/google/limits.ts'
import { googleDayOf } from '#features/seo/search-console/model.ts'
import type { InspectingRow, InspectionRow } from '#features/seo/search-console/table.ts'
import type { ListedAddress } from '#features/seo/sitemap/entries.ts'
import { indexStates } from '#features/seo/submission/contract.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import { createInspectionStore } from './inspection-store.ts'

/** How long a request waits for Google, in milliseconds, and how often it looks. */
const patience = 25_000
const interval = 200
const shownChanges = 5

export interface InspectionOptions {
  db: Database
  clock: Clock
  publicUrl: string
  access: GoogleAccess
  listAddresses(): Promise<readonly ListedAddress[]>
  /** What the check of the site's own pages has found, by the path of the page. */
  findFindings(pages: readonly string[]): Promise<ReadonlyMap<string, { path: string; count: number }>>
}

/** What Google knows of the site's addresses, for the panel. */
export function createInspections(options: InspectionOptions) {
  const { db, clock, publicUrl, access, listAddresses, findFindings } = options
  const store = createInspectionStore(db)

  /** @throws {Problem} 404 when the site has no such address */
  async function ensureKnown(address: string): Promise<void> {
    if (await store.find(address)) return
    const listed = (await listAddresses()).find((one) => one.address === address)
    if (!listed) throw new Problem('inspection_address_unknown', 404)
    await store.add(address, { language: listed.language, now: clock.now() })
  }

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

  /** @throws {Problem} 409 when Google is not asked anything now */
  async function expectAnswers(): Promise<void> {
    const obstacle = access.findObstacle()
    if (obstacle) throw new Problem(`search_console_${obstacle}`, 409)
    const state = await store.getState()
    const now = clock.now()
    const isUsed = countAsked(state, now) >= inspectionLimits.most
    if (isUsed || findPause(state, { now, access })?.pause === 'quota')
      throw new Problem('inspection_quota_used', 409)
  }

  return {
    async list(query: InspectionQuery): Promise<{ items: Inspection[]; total: number }> {
      const { rows, total } = await store.list(query)
      return { items: await describe(rows), total }
    },

    /**
     * Has Google asked about an address, before all others, and waits for what it says; an answer that takes longer is stored all the
     * same. Twice at once asks once.
     * @throws {Problem} 404 when the site has no such address, 409 when Google cannot be asked now
     */
    async ask(address: string): Promise<Inspection> {
      await expectAnswers()
      await ensureKnown(address)
      await store.want(address, clock.now())
      const end = performance.now() + patience
      for (;;) {
        const row = await store.find(address)
        if (!row?.wantedAt || performance.now() > end) return get(address)
        await sleep(interval)
      }
    },

    describeAccess: () => ({ obstacle: access.findObstacle(), property: access.property() }),

    async describeState(): Promise<SearchConsoleOverview['inspections']> {
      const [counted, reasons, state] = await Promise.all([
        ...([store.countByState(), store.listReasons(), store.getState()] as const),
      ])
      const now = clock.now()
      const pause = findPause(state, { now, access })
      return {
        addresses: counted.reduce((sum, { addresses }) => sum + addresses, 0),
        by_state: indexStates.map((name) => ({
          state: name,
          addresses: counted.find((one) => one.state === name)?.addresses ?? 0,
        })),
        reasons,
        ...{ asked_today: countAsked(state, now), daily_budget: inspectionLimits.budget },
        ...{ pause: pause?.pause ?? null, paused_until: pause?.until ?? null, failure: toFailure(state) },
      }
    },

    findIndex: store.findIndex,
  }
}
export type Inspections = ReturnType<typeof createInspections>

const countAsked = ({ day, asked }: InspectingRow, now: Date) => (day === googleDayOf(now) ? asked : 0)

function findPause(
  { pause, pausedUntil, pausedFor }: InspectingRow,
  { now, access }: { now: Date; access: GoogleAccess },
) {
  const isOver = !pause || !pausedUntil || pausedUntil <= now || pausedFor !== access.fingerprint()
  return isOver ? undefined : { pause, until: pausedUntil.toISOString() }
}

/** What was not answered, if it was the last question. */
export function toFailure({
  failedAt,
  status,
  fault,
  answer,
}: Pick<InspectionRow, 'failedAt' | 'status' | 'fault' | 'answer'>) {
  return failedAt && fault ? { at: failedAt.toISOString(), status, fault, answer } : null
}

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
