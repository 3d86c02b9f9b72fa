import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import type { GrantBadges } from './awarding.ts'
import { type BulkRow, createBulkAwardStore } from './bulk-store.ts'
import type { BulkAward, BulkAwardProgress } from './contract.ts'
import type { BadgeLeads } from './ports.ts'

interface BulkOptions {
  db: Database
  clock: Clock
  grant: GrantBadges
  leads: Pick<BadgeLeads, 'countSegment' | 'nextOfSegment'>
  /** Leads in one transaction. */
  batchSize?: number
}

/**
 * Awards to many leads, a batch at a time. A batch and the progress that it makes are one transaction: after a crash the
 * next poll continues from there.
 */
export function createBulkAwards({ db, clock, grant, leads, batchSize = 50 }: BulkOptions) {
  async function nextOf(transaction: Database, { segment, leadIds, reached, createdAt }: BulkRow) {
    if (segment) {
      return leads.nextOfSegment(transaction, { segment, joinedBy: createdAt }, reached, batchSize)
    }
    return (leadIds ?? []).filter((id) => reached === null || id > reached).slice(0, batchSize)
  }

  return {
    /** Orders awards to the named leads, or to all current leads of a segment. */
    async order({ lead_ids, segment, badge_type }: BulkAward, actorId: string): Promise<BulkAwardProgress> {
      const createdAt = clock.now()
      const leadIds = lead_ids && [...new Set(lead_ids)].sort()
      const total = segment
        ? await leads.countSegment(db, { segment, joinedBy: createdAt })
        : (leadIds?.length ?? 0)
      return toProgress(
        await createBulkAwardStore(db).insert({
          ...{ badgeType: badge_type, total, createdAt, createdBy: actorId },
          segment: segment ?? null,
          leadIds: leadIds ?? null,
        }),
      )
    },

    /** The progress of a bulk award. @throws {Problem} 404 */
    async get(id: string): Promise<BulkAwardProgress> {
      const row = await createBulkAwardStore(db).find(id)
      if (!row) throw new Problem('not_found', 404)
      return toProgress(row)
    },

    /**
     * Stops a bulk award: finished awards stay, the rest is not made. One that has already ended stays unchanged.
     * @throws {Problem} 404
     */
    async stop(id: string): Promise<BulkAwardProgress> {
      const row = await createBulkAwardStore(db).stop(id, clock.now())
      if (!row) throw new Problem('not_found', 404)
      return toProgress(row)
    },

    /** Processes one batch of the oldest unfinished bulk award; returns whether there may be more to do. */
    async work(): Promise<boolean> {
      return db.transaction(async (transaction) => {
        const store = createBulkAwardStore(transaction)
        const row = await store.take()
        if (!row) return false
        const leadIds = await nextOf(transaction, row)
        const reached = leadIds.at(-1)
        if (reached === undefined) {
          // Some leads of a segment may have been erased in the meantime.
          const total = row.awarded + row.already + row.missing
          await store.update(row.id, { total, leadIds: null, endedAt: clock.now() })
          return true
        }
        const result = await grant(transaction, { leadIds, type: row.badgeType, actorId: row.createdBy })
        await store.update(row.id, {
          reached,
          awarded: row.awarded + result.awarded.length,
          already: row.already + result.already.length,
          missing: row.missing + result.missing.length,
        })
        return true
      })
    },
  }
}
export type BulkAwards = ReturnType<typeof createBulkAwards>

function toProgress(row: BulkRow): BulkAwardProgress {
  const { id, segment, total, awarded, already, missing } = row
  return {
    ...{ id, segment, total, awarded, already, missing },
    badge_type: row.badgeType,
    status: row.endedAt ? (row.isStopped ? 'stopped' : 'done') : 'running',
    created_at: row.createdAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
  }
}
