import { z } from 'zod'
import type { Notify } from '#feature.ts'
import type { AuditCheck, AuditHead } from '#features/audit/contract.ts'
import { auditBroken } from '#features/audit/notifications.ts'
import type { Clock } from '#platform/clock.ts'
import type { Logger } from '#platform/log.ts'
import type { Database } from '#platform/postgres.ts'
import type { Job } from '#platform/queue.ts'
import { notificationOf } from '#shared/notifications/type.ts'
import { createChainStore } from './chain-store.ts'
import { chainStart, isWhole } from './links.ts'

const Nothing = z.object({})
const atOnce = 1_000

export interface CheckingOptions {
  db: Database
  clock: Clock
  log: Logger
  /** Tells admins, in a transaction. */
  notify: Notify
}

/** Checks that no entry of the audit log was changed or removed since it was chained. */
export function createChecking({ db, clock, log, notify }: CheckingOptions) {
  const store = createChainStore(db)

  /** Checks the part of the chain after a position: at most 1,000 entries. */
  async function checkAfter(after: number): Promise<AuditCheck> {
    // The head comes first: what is chained meanwhile is not yet part of this check.
    const head = await store.getHead()
    const start = after === 0 ? chainStart : await store.findHash(after)
    if (!start) return { checked_to: after, is_end: true, broken_at: after }
    const rows = await store.list(after, head.position, atOnce)
    let position = after
    let hash = start
    for (const { link, entry } of rows) {
      if (link.position !== position + 1 || !isWhole(hash, link, entry))
        return { checked_to: position, is_end: true, broken_at: position + 1 }
      position = link.position
      hash = link.hash
    }
    if (rows.length === atOnce) return { checked_to: position, is_end: false, broken_at: null }
    const isComplete = position >= head.position && (position > head.position || hash.equals(head.hash))
    return { checked_to: position, is_end: true, broken_at: isComplete ? null : position + 1 }
  }

  /** Checks the whole chain and stores what was found. */
  async function checkAll(): Promise<AuditCheck> {
    let part = await checkAfter(0)
    while (!part.is_end) part = await checkAfter(part.checked_to)
    const { checked_to: checkedTo, broken_at: brokenAt } = part
    if (brokenAt !== null) log.error({ position: brokenAt }, 'the audit log was changed from outside')
    const checkedAt = clock.now()
    const before = await store.getHead()
    await db.transaction(async (transaction) => {
      await createChainStore(transaction).updateHead({ checkedAt, checkedTo, brokenAt })
      // Told once, and not every day for as long as it lasts.
      if (brokenAt !== null && brokenAt !== before.brokenAt)
        await notify(transaction, [
          notificationOf(auditBroken, { data: { position: brokenAt }, at: checkedAt }),
        ])
    })
    return part
  }

  async function getHead(): Promise<AuditHead> {
    const [head, unchained] = await Promise.all([store.getHead(), store.countUnchained()])
    const { position, hash, checkedAt, checkedTo, brokenAt } = head
    return {
      ...{ position, hash: hash.toString('hex'), unchained },
      checked_at: checkedAt?.toISOString() ?? null,
      ...{ checked_to: checkedTo, broken_at: brokenAt },
    }
  }

  const job: Job<typeof Nothing> = {
    name: 'audit-check',
    payload: Nothing,
    everyHours: 24,
    work: async () => void (await checkAll()),
  }
  return { checkAfter, checkAll, getHead, job }
}
export type Checking = ReturnType<typeof createChecking>
