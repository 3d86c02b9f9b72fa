import { type HeldBackup, type HeldBackupStore, LeaseLost } from './held-store.ts'

// What a process needs to give up before another may take the backup.
const margin = 0.15

/** Somebody does not want the backup any more. */
export class Canceled extends Error {
  override name = 'Canceled'
}

/**
 * Holds a backup for as long as its making takes. The signal is aborted when the lease is lost, has ended without having been
 * renewed, or the backup was canceled.
 */
export function holdLease(
  store: Pick<HeldBackupStore, 'renew'>,
  held: Pick<HeldBackup, 'id' | 'fence'>,
  { seconds, signal }: { seconds: number; signal: AbortSignal },
) {
  const ended = new AbortController()
  const give = () => ended.abort(new LeaseLost('the lease has ended'))
  const lasting = seconds * 1000 * (1 - margin)
  let end = setTimeout(give, lasting)
  const beat = setInterval(() => void renew(), (seconds * 1000) / 12)

  async function renew(): Promise<void> {
    const began = performance.now()
    // A database that is away for a moment is no reason to give up: the lease ends by itself.
    const kept = await store.renew(held, seconds).catch(() => 'unknown' as const)
    if (kept === 'unknown' || ended.signal.aborted) return
    if (!kept) return give()
    if (kept.isCanceled) return ended.abort(new Canceled('the backup was canceled'))
    clearTimeout(end)
    // Counts from when the database was asked: its answer may have come much later.
    const left = lasting - (performance.now() - began)
    if (left > 0) end = setTimeout(give, left)
    else give()
  }

  return {
    signal: AbortSignal.any([signal, ended.signal]),
    end() {
      clearTimeout(end)
      clearInterval(beat)
    },
  }
}
