import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Notify } from '#feature.ts'
import type { AuditCheck, AuditHead } from '#features/audit/contract.ts'
import { auditBroken } from '#features/audit/notifications.ts'
import type { AuditLedger } from '#features/audit/ports.ts'
import type { Clock } from '#platform/clock.ts'
import type { Logger } from '#platform/log.ts'
import type { Database } from '#platform/postgres.ts'
import type { Job } from '#platform/queue.ts'
import { notificationOf } from '#shared/notifications/type.ts'
import { createChainStore } from './chain-store.ts'
import { chainStart, isWhole } from './links.ts'

const Nothing = z.object({})
const atOnce = 1_000
/** How many recorded ends of the chain are compared: about those of two years. */
const mostCompared = 730

const ChainHead = z.object({ position: z.int(), hash: z.string() })
type ChainHead = z.infer<typeof ChainHead>
const readHead = (statement: unknown): ChainHead => ChainHead.parse(statement)

export interface CheckingOptions {
  db: Database
  clock: Clock
  log: Logger
  /** Tells admins, in a transaction. */
  notify: Notify
  /** Where ends of the chain are recorded, so that a chain that was written anew shows. */
  ledger: AuditLedger
}

/** Checks that no entry of the audit log was changed or removed since it was chained. */
export function createChecking({ db, clock, log, notify, ledger }: CheckingOptions) {
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

  /** The first place at which the chain is not what the ledger says that it was. */
  async function findRewritten(recorded: readonly ChainHead[]): Promise<number | null> {
    for (const { position, hash } of recorded.toReversed()) {
      const now = await store.findHash(position)
      if (now?.toString('hex') !== hash) return position
    }
    return null
  }

  async function recordHead(transaction: Database, position: number): Promise<void> {
    const hash = await createChainStore(transaction).findHash(position)
    if (!hash) return
    const statement = { type: 'audit_checkpoint', position, hash: hash.toString('hex') }
    await ledger.record(transaction, [{ id: randomUUID(), kind: 'audit_checkpoint', statement }])
  }

  /** Checks the whole chain, also against the ledger, stores what was found, and records the end of the chain. */
  async function checkAll(): Promise<AuditCheck> {
    let part = await checkAfter(0)
    while (!part.is_end) part = await checkAfter(part.checked_to)
    const { checked_to: checkedTo } = part
    const { joinedAt } = await store.getHead()
    const recorded = (await ledger.listStatements(db, 'audit_checkpoint', mostCompared, joinedAt)).map(
      readHead,
    )
    const brokenAt = part.broken_at ?? (await findRewritten(recorded))
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
      if (brokenAt === null && checkedTo > (recorded[0]?.position ?? 0))
        await recordHead(transaction, checkedTo)
    })
    return { ...part, broken_at: brokenAt }
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
