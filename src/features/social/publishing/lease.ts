import { type HeldPost, type HeldPostStore, LeaseLost } from './held-post-store.ts'

// What a process needs to give up before another may take the post.
const margin = 0.15

/**
 * Holds a post for as long as its publishing takes. The signal is aborted when the lease is lost, or has ended without having been
 * renewed: also right after a process that was stopped for long goes on, before it sends anything.
 */
export function holdLease(
  store: Pick<HeldPostStore, 'renew'>,
  held: Pick<HeldPost, 'id' | 'fence'>,
  { seconds, signal }: { seconds: number; signal: AbortSignal },
) {
  const lost = new AbortController()
  const give = () => lost.abort(new LeaseLost('the lease has ended'))
  const lasting = seconds * 1000 * (1 - margin)
  let end = setTimeout(give, lasting)
  const beat = setInterval(() => void renew(), (seconds * 1000) / 3)

  async function renew(): Promise<void> {
    const began = performance.now()
    // A database that is away for a moment is no reason to give up: the lease ends by itself.
    const isHeld = await store.renew(held, seconds).catch(() => undefined)
    if (isHeld === false) give()
    else if (isHeld) noteRenewed(began)
  }

  /** Counts from when the database was asked: its answer may have come much later. */
  function noteRenewed(began: number): void {
    if (lost.signal.aborted) return
    clearTimeout(end)
    const left = lasting - (performance.now() - began)
    if (left > 0) end = setTimeout(give, left)
    else give()
  }

  return {
    signal: AbortSignal.any([signal, lost.signal]),
    /** A write has renewed the lease that began then, by `performance.now()`. */
    noteRenewed,
    end() {
      clearTimeout(end)
      clearInterval(beat)
    },
  }
}
export type Lease = ReturnType<typeof holdLease>
