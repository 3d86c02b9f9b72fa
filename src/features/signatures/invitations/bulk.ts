import type { Invitation, InvitationProgress } from '#features/signatures/contract.ts'
import type { SignatureLeads } from '#features/signatures/ports.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { Problem } from '#shared/problem.ts'
import { type BulkRow, createBulkInvitationStore } from './bulk-store.ts'
import type { InvitationResult, Inviting } from './inviting.ts'

interface BulkOptions {
  db: Database
  clock: Clock
  invite: Inviting['invite']
  leads: Pick<SignatureLeads, 'countSegment' | 'nextOfSegment'>
  /** Leads in one transaction. */
  batchSize?: number
}

/**
 * Invites many leads, a batch at a time; one lead at once. A batch and the progress that it makes are one transaction:
 * after a crash the next poll continues from there.
 */
export function createBulkInvitations({ db, clock, invite, leads, batchSize = 50 }: BulkOptions) {
  async function nextOf(transaction: Database, { segment, leadIds, reached, createdAt }: BulkRow) {
    if (segment) {
      return leads.nextOfSegment(transaction, { segment, joinedBy: createdAt }, reached, batchSize)
    }
    return (leadIds ?? []).filter((id) => reached === null || id > reached).slice(0, batchSize)
  }

  return {
    /** Orders invitations of the named leads, or of all current leads of a segment. */
    async order({ lead_ids, segment }: Invitation, actorId: string): Promise<InvitationProgress> {
      const createdAt = clock.now()
      const leadIds = lead_ids && [...new Set(lead_ids)].sort()
      return db.transaction(async (transaction) => {
        const store = createBulkInvitationStore(transaction)
        const total = segment
          ? await leads.countSegment(transaction, { segment, joinedBy: createdAt })
          : (leadIds?.length ?? 0)
        const order = { total, createdAt, createdBy: actorId, segment: segment ?? null }
        if (!leadIds || leadIds.length > 1) {
          return toProgress(await store.insert({ ...order, leadIds: leadIds ?? null }))
        }
        const result = countsOf(await invite(transaction, { leadIds, actorId }))
        return toProgress(await store.insert({ ...order, ...result, leadIds: null, endedAt: createdAt }))
      })
    },

    /** The progress of invitations. @throws {Problem} 404 */
    async get(id: string): Promise<InvitationProgress> {
      const row = await createBulkInvitationStore(db).find(id)
      if (!row) throw new Problem('not_found', 404)
      return toProgress(row)
    },

    /**
     * Stops invitations: those that were sent stay, the rest is not made. Those that have already ended stay unchanged.
     * @throws {Problem} 404
     */
    async stop(id: string): Promise<InvitationProgress> {
      const row = await createBulkInvitationStore(db).stop(id, clock.now())
      if (!row) throw new Problem('not_found', 404)
      return toProgress(row)
    },

    /** Processes one batch of the oldest unfinished invitations; returns whether there may be more to do. */
    async work(): Promise<boolean> {
      return db.transaction(async (transaction) => {
        const store = createBulkInvitationStore(transaction)
        const row = await store.take()
        if (!row) return false
        const leadIds = await nextOf(transaction, row)
        const reached = leadIds.at(-1)
        if (reached === undefined) {
          // Some leads of a segment may have been erased in the meantime.
          const total = row.invited + row.already + row.skipped + row.missing
          await store.update(row.id, { total, leadIds: null, endedAt: clock.now() })
          return true
        }
        const counts = countsOf(await invite(transaction, { leadIds, actorId: row.createdBy }))
        await store.update(row.id, {
          reached,
          invited: row.invited + counts.invited,
          already: row.already + counts.already,
          skipped: row.skipped + counts.skipped,
          missing: row.missing + counts.missing,
        })
        return true
      })
    },
  }
}
export type BulkInvitations = ReturnType<typeof createBulkInvitations>

function countsOf({ invited, already, skipped, missing }: InvitationResult) {
  return {
    ...{ invited: invited.length, already: already.length },
    ...{ skipped: skipped.length, missing: missing.length },
  }
}

function toProgress(row: BulkRow): InvitationProgress {
  const { id, segment, total, invited, already, skipped, missing } = row
  return {
    ...{ id, segment, total, invited, already, skipped, missing },
    status: row.endedAt ? (row.isStopped ? 'stopped' : 'done') : 'running',
    created_at: row.createdAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
  }
}
