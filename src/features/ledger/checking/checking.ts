import { z } from 'zod'
import type { Notify } from '#feature.ts'
import { ledgerBroken } from '#features/ledger/notifications.ts'
import { createHeadStore } from '#features/ledger/reading/head-store.ts'
import type { Clock } from '#platform/clock.ts'
import type { Logger } from '#platform/log.ts'
import type { Database } from '#platform/postgres.ts'
import type { Job } from '#platform/queue.ts'
import type { KeyRing } from '#platform/secrets/key-ring.ts'
import { notificationOf } from '#shared/notifications/type.ts'
import { createCheckingStore } from './checking-store.ts'
import { createCheckpointCheck } from './checkpoint-check.ts'
import { endsRight } from './end-check.ts'
import { createRebuilding } from './rebuilding.ts'

const Nothing = z.object({})

interface CheckingOptions {
  db: Database
  clock: Clock
  log: Logger
  keys: Pick<KeyRing, 'list'>
  notify: Notify
}

/** Checks every night that leaves, hashes, checkpoints and counts still belong together, so that damage is noticed before a visitor does. */
export function createLedgerChecking({ db, clock, log, keys, notify }: CheckingOptions) {
  const store = createCheckingStore(db)
  const findFault = createRebuilding(db)
  const areCheckpointsRight = createCheckpointCheck(db, keys)

  async function check(): Promise<number | undefined> {
    const end = await store.readEnd()
    const { size, root, origin, brokenAt: known } = end.head
    const isWhole = async () =>
      endsRight(end) &&
      (origin === null || (await areCheckpointsRight(size, origin))) &&
      !(await store.hasWrongDay()) &&
      !(await store.hasLostEntry())
    const fault = (await findFault(size, root)) ?? ((await isWhole()) ? undefined : size)
    if (fault !== undefined) log.error({ index: fault }, 'the ledger was changed from outside')
    const [checkedAt, brokenAt] = [clock.now(), fault ?? null]
    await db.transaction(async (transaction) => {
      await createHeadStore(transaction).noteCheck({ checkedAt, checkedTo: size, brokenAt })
      // Told once, and not every day for as long as it lasts.
      if (brokenAt !== null && brokenAt !== known)
        await notify(transaction, [
          notificationOf(ledgerBroken, { data: { index: brokenAt }, at: checkedAt }),
        ])
    })
    return fault
  }

  const job: Job<typeof Nothing> = {
    name: 'ledger-check',
    payload: Nothing,
    everyHours: 24,
    work: async () => void (await check()),
  }
  return { check, job }
}
