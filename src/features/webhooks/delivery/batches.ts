import type { Notify } from '#feature.ts'
import type { StopReason } from '#features/webhooks/contract.ts'
import { tellAfterFailures, webhookFailing, webhookStopped } from '#features/webhooks/notifications.ts'
import { webhookPurpose } from '#features/webhooks/signing.ts'
import { createWebhookStore } from '#features/webhooks/store.ts'
import type { Clock } from '#platform/clock.ts'
import { type Cipher, DecryptionError, type Encryption } from '#platform/encryption.ts'
import type { Logger } from '#platform/log.ts'
import type { Database } from '#platform/postgres.ts'
import { notificationOf } from '#shared/notifications/type.ts'
import {
  createDeliveryStore,
  createReceiverStore,
  type Outcome,
  type Receiver,
  type TakenDelivery,
} from './delivery-store.ts'
import type { Post, PostResult } from './posting.ts'
import { isHopeless, nextAttempt, nextTry } from './schedule.ts'

// How many requests a process sends to one webhook at once.
const batchSize = 5

export interface BatchOptions {
  db: Database
  clock: Clock
  log: Logger
  encryption: Encryption
  post: Post
  /** Tells admins, in a transaction. */
  notify: Notify
}

/** Creates what sends due deliveries of one webhook in batches. Aborted ones are given back. */
export function createBatches(options: BatchOptions, signal: AbortSignal) {
  const { db, clock, encryption, post } = options
  const store = createDeliveryStore(db)
  const receivers = createReceiverStore(db)
  const webhooks = createWebhookStore(db)
  const { markFailing, stop } = createFailures(options)
  const cipher = encryption.cipher(webhookPurpose)

  /** Sends one batch; returns whether another one may follow. */
  async function sendBatch(receiver: Receiver): Promise<boolean> {
    const secrets = findSecrets(cipher, receiver, clock.now())
    if (!secrets) {
      await stop(receiver, 'secret_lost')
      return false
    }
    const most = receiver.failingSince ? 1 : batchSize
    const batch = await store.takeDue(receiver.id, most, clock.now())
    if (batch.deliveries.length === 0) return false
    const { url } = receiver
    const results = await Promise.all(
      batch.deliveries.map((delivery) => post(delivery, { url, secrets, signal })),
    )
    const outcomes = results
      .map((result, index) => outcomeOf(batch.deliveries[index], result, clock.now()))
      .filter((outcome) => outcome !== undefined)
    if (!signal.aborted) {
      await store.finish(batch, outcomes)
      return judge(receiver, results)
    }
    // What was broken off is no fault of the receiver.
    await store.finish(
      batch,
      outcomes.filter(({ fault }) => fault === null),
    )
    await store.release(batch)
    return false
  }

  /** Records whether a receiver accepts; returns whether more may be sent to it now. */
  async function judge(receiver: Receiver, results: readonly PostResult[]): Promise<boolean> {
    const { id, failures, failingSince } = receiver
    if (results.some(({ isGone }) => isGone)) {
      await stop(receiver, 'gone')
      return false
    }
    const now = clock.now()
    const wishes = results.flatMap(({ retryAfter }) => retryAfter?.getTime() ?? [])
    if (results.some(({ fault }) => fault === null)) {
      if (failingSince) await receivers.markSound(id)
      if (wishes.length === 0) return true
      await webhooks.update(id, { retryAt: new Date(Math.max(...wishes)) })
      return false
    }
    const retryAt = new Date(Math.max(nextTry(failures + 1, now).getTime(), ...wishes))
    if (isHopeless(await markFailing(receiver, now, retryAt), now)) await stop(receiver, 'failing')
    return false
  }

  return {
    /** Sends a batch of a webhook; returns whether another one may follow. */
    async sendNext(id: string): Promise<boolean> {
      const receiver = await receivers.findReceiver(id, clock.now())
      return receiver !== undefined && sendBatch(receiver)
    },
  }
}

/** Records that receivers fail, and tells admins of it in the same transaction. */
function createFailures({ db, clock, log, notify }: BatchOptions) {
  const dataOf = ({ id, url }: Receiver) => ({ webhook_id: id, host: new URL(url).host })
  return {
    /** Records that a receiver accepts nothing; returns since when. */
    markFailing: (receiver: Receiver, now: Date, retryAt: Date): Promise<Date> =>
      db.transaction(async (transaction) => {
        const since = await createReceiverStore(transaction).markFailing(receiver, now, retryAt)
        if (receiver.failures + 1 === tellAfterFailures)
          await notify(transaction, [notificationOf(webhookFailing, { data: dataOf(receiver), at: now })])
        return since
      }),

    /** Turns a webhook off. */
    async stop(receiver: Receiver, reason: StopReason): Promise<void> {
      const { id, url } = receiver
      await db.transaction(async (transaction) => {
        if (!(await createWebhookStore(transaction).stop(id, url, reason))) return
        const data = { ...dataOf(receiver), reason }
        await notify(transaction, [notificationOf(webhookStopped, { data, at: clock.now() })])
        log.warn({ webhook: id, reason }, 'a webhook was turned off')
      })
    },
  }
}

/** The secrets that sign now; undefined when that of the webhook is lost: nobody would believe what is sent. */
function findSecrets(
  cipher: Cipher,
  { id, secret, oldSecret, oldSecretUntil }: Receiver,
  now: Date,
): string[] | undefined {
  const present = findSecret(cipher, secret, id)
  if (present === undefined) return undefined
  const isOldValid = oldSecret !== null && oldSecretUntil !== null && oldSecretUntil > now
  const old = isOldValid ? findSecret(cipher, oldSecret, id) : undefined
  return [present, ...(old === undefined ? [] : [old])]
}

/** A secret; undefined when it cannot be decrypted. */
function findSecret(cipher: Cipher, stored: string, id: string): string | undefined {
  try {
    return cipher.decrypt(stored, id)
  } catch (error) {
    if (error instanceof DecryptionError) return undefined
    throw error
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
