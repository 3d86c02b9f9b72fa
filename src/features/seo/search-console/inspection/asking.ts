import { setTimeout as sleep } from 'node:timers/promises'
import type { Inspection } from '#features/seo/search-console/contract.ts'
import type { ListedAddress } from '#features/seo/sitemap/entries.ts'
import { Problem } from '#shared/problem.ts'
import type { IndexStateOptions, IndexStates } from './index-state.ts'
import { createInspectionStore } from './inspection-store.ts'
import type { Inspections } from './inspections.ts'

/** How long a request waits for Google, in milliseconds, and how often it looks. */
const patience = 25_000
const interval = 200

export interface AskingOptions extends IndexStateOptions {
  listAddresses(): Promise<readonly ListedAddress[]>
  inspections: Pick<Inspections, 'get'>
  states: Pick<IndexStates, 'isQuotaUsed'>
}

/** The questions of people about single addresses. */
export function createAsking({ db, clock, access, listAddresses, inspections, states }: AskingOptions) {
  const store = createInspectionStore(db)
  let isStopping = false

  /** @throws {Problem} 404 when the site has no such address */
  async function ensureKnown(address: string): Promise<void> {
    if (await store.find(address)) return
    const listed = (await listAddresses()).find((one) => one.address === address)
    if (!listed) throw new Problem('inspection_address_unknown', 404)
    await store.add(address, { language: listed.language, now: clock.now() })
  }

  /** @throws {Problem} 409 when Google is not asked anything now */
  async function expectAnswers(): Promise<void> {
    const obstacle = access.findObstacle()
    if (obstacle) throw new Problem(`search_console_${obstacle}`, 409)
    if (await states.isQuotaUsed()) throw new Problem('inspection_quota_used', 409)
  }

  return {
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
        if (!row?.wantedAt || isStopping || performance.now() > end) return inspections.get(address)
        await sleep(interval)
      }
    },

    /** Waits no longer. What was asked is answered after the next start. */
    stop() {
      isStopping = true
    },
  }
}
export type Asking = ReturnType<typeof createAsking>
