import { setTimeout as sleep } from 'node:timers/promises'
import type { TakenMail } from '#features/mail/outbox/queue-store.ts'
import { withoutAddresses } from '#features/mail/outbox/server-response.ts'
import type { Poller } from '#platform/poller.ts'
import { createDelivery, type DeliveryOptions } from './delivery.ts'
import { createServerBackoff } from './server-backoff.ts'

/** A process that has not renewed the leases of its mails for so long counts as dead. */
const leaseMs = 60_000
const heartbeatMs = 15_000
/** How long a stop waits for mails that are being sent. */
const shutdownTimeoutMs = 8_000

interface SenderOptions extends DeliveryOptions {
  /** How many mails are sent at once. */
  concurrency: number
}

interface Sender {
  poller: Poller
  drain(): Promise<void>
  stop(): Promise<void>
}

/**
 * Sends due mails, each once however many processes there are. A mail is taken in one statement, sent, and marked in
 * another. A mail whose process dies in between is sent again with the same `Message-ID`, so a mail can go out twice only
 * when a process dies after the server has accepted it and before it is marked.
 */
export function createSender({ concurrency, ...options }: SenderOptions): Sender {
  const { queue, mailer, clock, log } = options
  const inProgress = new Set<string>()
  let busyWorkers = 0
  let heartbeatAt = clock.now().getTime()
  let isStopping = false
  const backoff = createServerBackoff({ mailer, log })
  const deliver = createDelivery(options, { backOff: backoff.backOff, isStopping: () => isStopping })

  /** Starts free workers. Busy ones are not waited for: one mail may take minutes. */
  async function poll(): Promise<void> {
    const now = clock.now()
    if (inProgress.size > 0 && now.getTime() - heartbeatAt >= heartbeatMs) {
      heartbeatAt = now.getTime()
      await queue.renewLeases([...inProgress], now)
    }
    await queue.releaseExpiredLeases(new Date(now.getTime() - leaseMs))
    if (!(await backoff.tryToEnd())) return
    while (busyWorkers < concurrency) {
      const mail = await takeNext()
      if (!mail) return
      void runWorker(mail)
    }
  }

  async function takeNext(): Promise<TakenMail | undefined> {
    const mail = isStopping || backoff.isActive() ? undefined : await queue.takeDue(clock.now())
    if (mail) inProgress.add(mail.id)
    return mail
  }

  async function runWorker(first: TakenMail): Promise<void> {
    busyWorkers++
    let mail: TakenMail | undefined = first
    try {
      while (mail) {
        await deliver(mail)
        inProgress.delete(mail.id)
        mail = await takeNext()
      }
    } catch (error) {
      // The mail is released when its lease expires.
      log.warn({ reason: reasonOf(error) }, 'a mail could not be marked')
      if (mail) inProgress.delete(mail.id)
    }
    busyWorkers--
  }

  /** Resolves when no mail is being sent. */
  async function drain(): Promise<void> {
    while (busyWorkers > 0) await sleep(20)
  }

  return {
    poller: {
      ...{ name: 'mails-due', everySeconds: 1, poll },
      isDue: (now) =>
        inProgress.size > 0
          ? queue.hasWorkInProgress()
          : queue.hasWork(now, new Date(now.getTime() - leaseMs)),
    },

    drain,

    /** Finishes the mails that are being sent, within the time of a stop. Others are sent after the next start. */
    async stop() {
      isStopping = true
      await Promise.race([drain(), sleep(shutdownTimeoutMs, undefined, { ref: false })])
      mailer?.close()
    },
  }
}

/** The reason of an error without the values of the query. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error
  return withoutAddresses(cause instanceof Error ? cause.message : message.split('\n', 1).join())
}
