import { setTimeout as sleep } from 'node:timers/promises'
import type { PlatformId } from '#features/social/contract.ts'
import { messageOf } from '#platform/log.ts'
import type { Poller } from '#platform/poller.ts'
import { createAttempts } from './attempt.ts'
import { createHeldPostStore, type HeldPost, LeaseLost } from './held-post-store.ts'
import { holdLease } from './lease.ts'
import type { AttemptOptions } from './run.ts'

/** How long a stop waits for posts that are being published, in milliseconds. */
const shutdownTimeout = 8_000

export type PublisherOptions = Omit<AttemptOptions, 'leaseSeconds' | 'armedFor'> & {
  /** Shorter times for tests. */
  leaseSeconds?: number
  armedFor?: number
}

/**
 * Publishes posts that are due, each once, however many processes there are: a process holds a post by a lease, and every write of
 * it needs the fence that it got with it. Before the one call that cannot be undone the post is armed; whoever finds an armed post
 * asks the platform before anything is sent again.
 */
export function createPublisher({
  leaseSeconds = 60,
  armedFor = (leaseSeconds + 60) * 1000,
  ...options
}: PublisherOptions) {
  const { db, clock, log, platforms } = options
  const store = createHeldPostStore(db)
  const attempt = createAttempts({ ...options, leaseSeconds, armedFor })
  const running = new Map<PlatformId, Set<Promise<void>>>()
  const stopping = new AbortController()
  let isStopping = false

  async function poll(): Promise<void> {
    if (isStopping) return
    // A slow platform holds up its own posts alone.
    for (const id of await store.listDue(clock.now())) startWorkers(id)
  }

  function startWorkers(id: PlatformId): void {
    const atOnce = platforms.get(id)?.pace.atOnce ?? 1
    const workers = running.get(id) ?? new Set()
    running.set(id, workers)
    while (workers.size < atOnce) {
      const worker = workOn(id).catch((error: unknown) => {
        // What was taken is taken again when its lease ends.
        log.warn({ platform: id, reason: messageOf(error) }, 'a post that is due could not be published')
      })
      workers.add(worker)
      void worker.finally(() => workers.delete(worker))
    }
  }

  /** Publishes posts of a platform one after another while some are due. */
  async function workOn(id: PlatformId): Promise<void> {
    const perMinute = platforms.get(id)?.pace.perMinute ?? 60
    while (!isStopping) {
      const held = await store.take(id, { now: clock.now(), leaseSeconds, perMinute })
      if (!held) return
      await publish(held)
    }
  }

  async function publish(held: HeldPost): Promise<void> {
    const lease = holdLease(store, held, { seconds: leaseSeconds, signal: stopping.signal })
    try {
      await attempt(held, lease)
    } catch (error) {
      if (!(error instanceof LeaseLost) && !stopping.signal.aborted) throw error
      log.info({ post: held.id }, 'the publishing of a post was left to whoever takes it next')
    } finally {
      lease.end()
    }
  }

  /** Resolves when nothing is being published. */
  async function drain(): Promise<void> {
    for (;;) {
      const all = [...running.values()].flatMap((workers) => [...workers])
      if (all.length === 0) return
      await Promise.all(all)
    }
  }

  return {
    poller: { name: 'social-posts-due', everySeconds: 1, isDue: store.hasWork, poll } satisfies Poller,
    drain,
    /** Finishes what is being published, within the time of a stop. */
    async stop(): Promise<void> {
      isStopping = true
      await Promise.race([drain(), sleep(shutdownTimeout, undefined, { ref: false })])
      stopping.abort()
      await drain()
    },
  }
}
