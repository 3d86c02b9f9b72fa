import { createHmac, randomBytes } from 'node:crypto'
import { isbot } from 'isbot'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { localDayOf } from '#shared/time/days.ts'
import { createDownloadStore } from './download-store.ts'

/** A request for the file of a document. */
export interface Download {
  documentId: string
  /** The network of the client, which is hashed and never stored. */
  network: string
  userAgent: string
}

interface DownloadCounterOptions {
  db: Database
  clock: Clock
  /** In which days are counted. */
  timeZone(): string
  /** Whether downloads are counted at all. */
  isOn(): boolean
}

// Readers ask for a file in many parts, and some for its beginning again: within this time they are one, in milliseconds.
const sameFor = 30 * 60_000
const mostRemembered = 50_000

/**
 * Counts downloads, each once, without programs that search the web. Who has downloaded what is remembered for half an
 * hour, in the memory of this process and as a hash with a key that ends with it; what is stored are numbers a day.
 */
export function createDownloadCounter({ db, clock, timeZone, isOn }: DownloadCounterOptions) {
  const key = randomBytes(32)
  const recent = new Map<string, number>()
  let pending = new Map<string, number>()

  /** Whether it is another request for what was just downloaded. */
  function isRepeated({ documentId, network, userAgent }: Download, now: number): boolean {
    const hash = createHmac('sha256', key)
      .update(`${documentId}\n${network}\n${userAgent}`)
      .digest('base64url')
    const last = recent.get(hash)
    recent.delete(hash)
    recent.set(hash, now)
    // The oldest are the first, as each is put to the end when it comes again.
    for (const [oldest, at] of recent) {
      if (recent.size <= mostRemembered && now - at < sameFor) break
      recent.delete(oldest)
    }
    return last !== undefined && now - last < sameFor
  }

  async function store(): Promise<void> {
    if (pending.size === 0) return
    const counted = pending
    pending = new Map()
    const day = localDayOf(clock.now(), timeZone())
    try {
      await createDownloadStore(db).add(day, counted)
    } catch (error) {
      // They are counted with the next ones.
      for (const [id, number] of counted) pending.set(id, (pending.get(id) ?? 0) + number)
      throw error
    }
  }

  return {
    count(download: Download): void {
      if (!isOn() || download.userAgent === '' || isbot(download.userAgent)) return
      if (isRepeated(download, clock.now().getTime())) return
      pending.set(download.documentId, (pending.get(download.documentId) ?? 0) + 1)
    },

    /** Stores what was counted since the last time. */
    store,

    /** Stores the rest, as well as can be. */
    close: () => store().catch(() => {}),
  }
}
export type DownloadCounter = ReturnType<typeof createDownloadCounter>
