import { setTimeout as sleep } from 'node:timers/promises'
import type { StopReason } from '#features/webhooks/contract.ts'
import { webhookPurpose } from '#features/webhooks/signing.ts'
import { createWebhookStore } from '#features/webhooks/store.ts'
import type { Clock } from '#platform/clock.ts'
import { DecryptionError, type Encryption } from '#platform/encryption.ts'
import { type Logger, messageOf } from '#platform/log.ts'
import type { Poller } from '#platform/poller.ts'
import type { Database } from '#platform/postgres.ts'
import { createDeliveryStore, type Outcome, type Receiver, type TakenDelivery } from './delivery-store.ts'
import type { Post, PostResult } from './posting.ts'
import { isHopeless, nextAttempt, nextTry } from './schedule.ts'

// How many requests a process sends to one webhook at once.
const batchSize = 5
/** How long a stop waits for requests that have been sent, in milliseconds. */
const shutdownTimeout = 8_000

interface SenderOptions {
  db: Database
  clock: Clock
  log: Logger
  encryption: Encryption
  post: Post
}

/**
 * Sends due deliveries, however many processes there are: a batch of one webhook after the other, and all webhooks at once, so
 * that a slow receiver delays no other. A batch is taken in one statement, sent, and its outcomes are stored in another. When
 * a process dies in between, its batch is sent again by another with the same ids: at least once each, five at most twice.
 *
 * A receiver that accepts nothing is tried with single deliveries and growing pauses, not with all that wait for it.
 */
export function createWebhookSender({ db, clock, log, encryption, post }: SenderOptions) {
  const store = createDeliveryStore(db)
  const webhooks = createWebhookStore(db)
  const cipher = encryption.cipher(webhookPurpose)
  const running = new Map<string, Promise<void>>()
  const stopping = new AbortController()
  let isStopping = false

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
    while (!isStopping) {
      const receiver = await store.findReceiver(id, clock.now())
      if (!receiver || !(await sendBatch(receiver))) return
    }
  }

  /** Sends one batch; returns whether another one may follow. */
  async function sendBatch(receiver: Receiver): Promise<boolean> {
    const secrets = await readSecrets(receiver)
    if (!secrets) return false
    const most = receiver.failingSince ? 1 : batchSize
    const batch = await store.takeDue(receiver.id, most, clock.now())
    if (batch.deliveries.length === 0) return false
    const { url } = receiver
    const results = await Promise.all(
      batch.deliveries.map((delivery) => post(delivery, { url, secrets, signal: stopping.signal })),
    )
    if (stopping.signal.aborted) {
      await store.release(batch)
      return false
    }
    const outcomes = results.map((result, index) => outcomeOf(batch.deliveries[index], result, clock.now()))
    await store.finish(
      batch,
      outcomes.filter((outcome) => outcome !== undefined),
    )
    return judge(receiver, results)
  }

  /** Records whether a receiver accepts; returns whether more may be sent to it now. */
  async function judge({ id, failures, failingSince }: Receiver, results: readonly PostResult[]) {
    if (results.some(({ isGone }) => isGone)) {
      await stop(id, 'gone')
      return false
    }
    const now = clock.now()
    const wishes = results.flatMap(({ retryAfter }) => retryAfter?.getTime() ?? [])
    if (results.some(({ fault }) => fault === null)) {
      if (failingSince) await webhooksAreSound(id)
      if (wishes.length === 0) return true
      await webhooks.update(id, { retryAt: new Date(Math.max(...wishes)) })
      return false
    }
    const retryAt = new Date(Math.max(nextTry(failures + 1, now).getTime(), ...wishes))
    if (isHopeless(await store.markFailing(id, now, retryAt), now)) await stop(id, 'failing')
    return false
  }

  async function webhooksAreSound(id: string): Promise<void> {
    await store.markSound(id)
    log.info({ webhook: id }, 'the receiver of a webhook accepts again')
  }

  async function stop(id: string, reason: StopReason): Promise<void> {
    if (await webhooks.stop(id, reason)) log.warn({ webhook: id, reason }, 'a webhook was turned off')
  }

  /** The secrets that sign now; a webhook whose secret is lost is turned off, since nobody would believe it. */
  async function readSecrets({ id, secret, oldSecret, oldSecretUntil }: Receiver) {
    const present = findSecret(secret, id)
    if (present === undefined) {
      await stop(id, 'secret_lost')
      return undefined
    }
    const isOldValid = oldSecret !== null && oldSecretUntil !== null && oldSecretUntil > clock.now()
    const old = isOldValid ? findSecret(oldSecret, id) : undefined
    return [present, ...(old === undefined ? [] : [old])]
  }

  /** A secret; undefined when it cannot be decrypted. */
  function findSecret(stored: string, id: string): string | undefined {
    try {
      return cipher.decrypt(stored, id)
    } catch (error) {
      if (error instanceof DecryptionError) return undefined
      throw error
    }
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

/** What an attempt means for its delivery. */
function outcomeOf(
  delivery: TakenDelivery | undefined,
  { at, status, fault, milliseconds, response, retryAfter }: PostResult,
  now: Date,
): Outcome | undefined {
  if (!delivery) return undefined
  const attempts = delivery.attempts + 1
  const next = fault === null ? undefined : nextAttempt(attempts, now)
  const dueAt = next && retryAfter && retryAfter > next ? retryAfter : (next ?? now)
  const state = fault === null ? 'delivered' : next ? 'waiting' : 'failed'
  return { id: delivery.id, at, status, fault, milliseconds, response, state, attempts, dueAt }
}
