import { setTimeout as sleep } from 'node:timers/promises'
import { messageOf } from '#platform/log.ts'
import type { Poller } from '#platform/poller.ts'
import { type BatchOptions, createBatches } from './batches.ts'
import { createDeliveryStore } from './delivery-store.ts'

/** How long a stop waits for requests that have been sent, in milliseconds. */
const shutdownTimeout = 8_000

/**
 * Sends due deliveries, however many processes there are: a batch of one webhook after the other, and all webhooks at once, so
 * that a slow receiver delays no other. A batch is taken in one statement, sent, and its outcomes are stored in another. When
 * a process dies in between, its batch is sent again by another with the same ids: at least once each, five at most twice.
 *
 * A receiver that accepts nothing is tried with single deliveries and growing pauses, not with all that wait for it.
 */
export function createWebhookSender(options: BatchOptions) {
  const { db, clock, log } = options
  const store = createDeliveryStore(db)
  const running = new Map<string, Promise<void>>()
  const stopping = new AbortController()
  let isStopping = false
  const batches = createBatches(options, stopping.signal)

  async function poll(): Promise<void> {
    if (isStopping) return
    for (const id of await store.listDue(clock.now())) {
      if (running.has(id)) continue
      const work = sendAll(id)
        .catch((error: unknown) => {
          // What was taken is sent again when its lease ends.
          log.warn({ webhook: id, reason: messageOf(error) }, 'a webhook could not be sent what is due')
        })
        .finally(() => running.delete(id))
      running.set(id, work)
    }
  }

  /** Sends batches of a webhook until none is due, or it fails. */
  async function sendAll(id: string): Promise<void> {
    while (!isStopping && (await batches.sendNext(id)));
  }

  /** Resolves when nothing is being sent. */
  async function drain(): Promise<void> {
    while (running.size > 0) await Promise.all(running.values())
  }

  return {
    poller: { name: 'webhooks-due', everySeconds: 1, isDue: store.hasWork, poll } satisfies Poller,
    drain,
    /** Finishes what is being sent, within the time of a stop; the rest is sent after the next start. */
    async stop(): Promise<void> {
      isStopping = true
      await Promise.race([drain(), sleep(shutdownTimeout, undefined, { ref: false })])
      stopping.abort()
      await drain()
    },
  }
}
