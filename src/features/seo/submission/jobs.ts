import { z } from 'zod'
import type { SearchEngine } from '#features/seo/submission/engines/engine.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Job } from '#platform/queue.ts'
import { keptDays } from './contract.ts'
import { createLedgerStore } from './ledger-store.ts'

const Nothing = z.object({})
const day = 24 * 3_600_000

interface JobOptions {
  db: Database
  clock: Clock
  /** What the sitemap lists now, and the sitemap itself. */
  listAddresses(): Promise<readonly string[]>
}

/** Deletes, once a day, what was submitted more than a year ago, and that engines have accepted what is no longer there. */
export function forgetSubmissionsJob({ db, clock, listAddresses }: JobOptions): Job<typeof Nothing> {
  return {
    name: 'seo-forget-submissions',
    payload: Nothing,
    everyHours: 24,
    async work() {
      const ledger = createLedgerStore(db)
      const moment = new Date(clock.now().getTime() - keptDays * day)
      await ledger.deleteBefore(moment)
      await ledger.forgetAccepted({ before: moment, except: await listAddresses() })
    },
  }
}

/** Asks, several times a day, what engines have found in the sitemap that they were told of. */
export function readSitemapStatesJob({
  db,
  engines,
  sitemap,
}: {
  db: Database
  engines: readonly SearchEngine[]
  /** Its address. */
  sitemap: string
}): Job<typeof Nothing> {
  return {
    name: 'seo-read-sitemap-states',
    payload: Nothing,
    everyHours: 6,
    async work() {
      const ledger = createLedgerStore(db)
      const told = new Set(
        (await ledger.listEngines()).flatMap((known) => (known.sitemap ? [known.engine] : [])),
      )
      for (const engine of engines) {
        if (!told.has(engine.name)) continue
        const state = await engine.readSitemap?.(sitemap, AbortSignal.timeout(60_000))
        if (state) await ledger.noteSitemap(engine.name, state)
      }
    },
  }
}
