import { createHmac } from 'node:crypto'
import type { Clock } from '#platform/clock.ts'
import { type Logger, messageOf } from '#platform/log.ts'
import type { Database } from '#platform/postgres.ts'
import { createQuotaStore } from './quota-store.ts'

const window = 3_600_000
const syncEvery = 1_000
// An hourly limit cannot stop a flood from more networks than this.
const mostClients = 100_000

interface Count {
  /** Requests in all processes, at the last synchronization. */
  known: number
  /** Requests in this process since then. */
  fresh: number
  resetsAt: number
}

/**
 * Counts requests by hour and client over all server processes. Each process counts in memory and adds its counts to the
 * database once a second, so a request costs no query and the limit holds to within a second.
 */
export interface Quota {
  /** Counts a request. Returns the seconds to wait when the client has reached its limit, else 0. */
  take(client: string): number
  close(): Promise<void>
}

interface QuotaOptions {
  db: Database
  clock: Clock
  log: Logger
  /** Key of the hash under which a client is stored. */
  secret: string
  /** Requests an hour; 0 means unlimited. */
  limit(): number
}

export function createQuota({ db, clock, log, secret, limit }: QuotaOptions): Quota {
  const store = createQuotaStore(db)
  const counts = new Map<string, Count>()
  let syncing: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    syncing = syncing.then(sync)
  }, syncEvery)
  timer.unref()
  const hashOf = (client: string) => createHmac('sha256', secret).update(client).digest('base64url')

  async function sync(): Promise<void> {
    const now = clock.now().getTime()
    for (const [client, count] of counts) if (count.resetsAt <= now) counts.delete(client)
    const changed = [...counts].filter(([, count]) => count.fresh > 0).slice(0, 5_000)
    if (changed.length === 0) return
    const rows = changed.map(([client, count]) => ({
      client: hashOf(client),
      count: count.fresh,
      resetsAt: new Date(count.resetsAt),
    }))
    const sent = new Map(changed.map(([client, count]) => [hashOf(client), { count, fresh: count.fresh }]))
    try {
      for (const row of await store.add(rows, new Date(now))) {
        const entry = sent.get(row.client)
        if (!entry) continue
        entry.count.known = row.count
        entry.count.fresh -= entry.fresh
        entry.count.resetsAt = row.resetsAt.getTime()
      }
    } catch (error) {
      log.debug(
        { reason: messageOf(error) },
        'request counts could not be added up; they are kept for the next attempt',
      )
    }
  }

  return {
    take(client) {
      const most = limit()
      if (most === 0) return 0
      const now = clock.now().getTime()
      let count = counts.get(client)
      if (!count || count.resetsAt <= now) {
        if (counts.size >= mostClients) return 0
        count = { known: 0, fresh: 0, resetsAt: now + window }
        counts.set(client, count)
      }
      if (count.known + count.fresh >= most) return Math.ceil((count.resetsAt - now) / 1000)
      count.fresh++
      return 0
    },
    async close() {
      clearInterval(timer)
      await syncing
      await sync()
    },
  }
}
