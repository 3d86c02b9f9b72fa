import type { PersonalDataSource } from '#feature.ts'
import type { ErasureResult } from '#features/early-adopters/contract.ts'
import { createLeadStore } from '#features/early-adopters/records/lead-store.ts'
import type { EarlyAdopterRow } from '#features/early-adopters/store.ts'
import { createTagStore } from '#features/early-adopters/tags/tag-store.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { createErasureStore, type ErasureReason } from './erasure-store.ts'

interface ErasureOptions {
  db: Database
  clock: Clock
  /** Counts a lead, so that the figures of the past stay as they were. */
  keepCounts(transaction: Database, lead: { id: string; createdAt: Date }): Promise<void>
  /** What all features store about leads. */
  listPersonalData(): readonly PersonalDataSource[]
}

/**
 * Erases people: all their personal data in the database, in one transaction for each person, so that a crash
 * leaves nobody half erased. Only counts without personal data remain.
 */
export function createErasure({ db, clock, keepCounts, listPersonalData }: ErasureOptions) {
  /** Erases what every feature stores about a lead, and the lead. */
  async function remove(tx: Database, person: EarlyAdopterRow): Promise<void> {
    for (const source of listPersonalData()) await source.erase?.(tx, person)
    await createLeadStore(tx).remove(person.id)
  }

  async function eraseOne(id: string, reason: ErasureReason): Promise<boolean> {
    return db.transaction(async (tx) => {
      await createTagStore(tx).lock()
      const person = await createLeadStore(tx).lock(id)
      if (!person) return false
      await keepCounts(tx, person)
      await remove(tx, person)
      const day = clock.now().toISOString().slice(0, 10)
      await createErasureStore(tx).count({ day, segment: person.segment, reason })
      return true
    })
  }

  return {
    /** Erases people one after the other. Ids that no longer exist are counted as missing. */
    async erase(ids: readonly string[], reason: ErasureReason): Promise<ErasureResult> {
      let erased = 0
      const wanted = new Set(ids)
      for (const id of wanted) if (await eraseOne(id, reason)) erased++
      return { erased, missing: wanted.size - erased }
    },

    /** Erases people whom a restore has brought back, in its transaction. They have been counted. */
    async eraseAgain(transaction: Database, ids: readonly string[]): Promise<void> {
      await createTagStore(transaction).lock()
      for (const id of ids) {
        const person = await createLeadStore(transaction).lock(id)
        if (person) await remove(transaction, person)
      }
    },
  }
}
export type Erasures = ReturnType<typeof createErasure>
