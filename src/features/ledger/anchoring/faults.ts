import type { Notify } from '#feature.ts'
import type { AnchorFault } from '#features/ledger/model.ts'
import { ledgerAnchorStalled } from '#features/ledger/notifications.ts'
import type { Clock } from '#platform/clock.ts'
import type { Logger } from '#platform/log.ts'
import type { Database } from '#platform/postgres.ts'
import { notificationOf } from '#shared/notifications/type.ts'
import { createStateStore } from './state-store.ts'

/** For how long a node may be out of reach before anybody is told, in milliseconds. */
const tolerance = 3_600_000

interface FaultOptions {
  db: Database
  clock: Clock
  log: Logger
  notify: Notify
}

/** Keeps why nothing can be anchored, and tells admins once. */
export function createFaults({ db, clock, log, notify }: FaultOptions) {
  return {
    /** Notes how a look at the chain has ended. Returns since when the fault lasts. */
    note: (fault: AnchorFault | null): Promise<Date | null> =>
      db.transaction(async (transaction) => {
        const store = createStateStore(transaction)
        const known = await store.lock()
        const now = clock.now()
        if (fault === null) {
          if (known.fault) log.info('anchoring works again')
          await store.noteFault(null, null, null)
          return null
        }
        const since = known.fault === fault && known.faultSince ? known.faultSince : now
        if (known.fault !== fault) log.warn({ fault }, 'the ledger cannot be anchored')
        const isLasting = fault !== 'unreachable' || now.getTime() - since.getTime() >= tolerance
        const isNews = isLasting && known.toldFault !== fault
        await store.noteFault(fault, since, isNews ? fault : known.toldFault)
        if (isNews)
          await notify(transaction, [notificationOf(ledgerAnchorStalled, { data: { fault }, at: now })])
        return since
      }),
  }
}
