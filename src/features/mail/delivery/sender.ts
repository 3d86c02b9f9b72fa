import { setTimeout as sleep } from 'node:timers/promises'
import type { Claim, TakenMail } from '#features/mail/outbox/queue-store.ts'
import { withoutAddresses } from '#features/mail/outbox/server-response.ts'
import type { Poller } from '#platform/poller.ts'
import { createDelivery, type DeliveryOptions } from './delivery.ts'
import { createServerBackoff } from './server-backoff.ts'

/** How often leases are renewed: several times before they expire. */
const renewalSeconds = 15
/** How long a stop waits for mails that are being sent. */
const shutdownTimeoutMs = 8_000

interface SenderOptions extends DeliveryOptions {
  /** How many mails are sent at once. */
  concurrency: number
  /** Called when a mail was sent or failed, and when the server can no longer be reached or can again. */
  onChange?(): void
}

interface Sender {
  /** Sends due mails, and renews the leases of those that are being sent. */
  pollers: { dueMails: Poller; leases: Poller }
  /** Whether the mail server can be reached; undefined while that is unknown or there is none. */
  isServerReachable(): boolean | undefined
  drain(): Promise<void>
  stop(): Promise<void>
}

/**
 * Sends due mails, however many processes there are. A mail is taken in one statement, with a token that every later change
 * of it needs, sent, and marked in another statement.
 *
 * Each mail is sent at least once: when a process dies between the end of a mail (the dot that ends DATA) and its mark,
 * nobody knows whether the mail server took it, so it is sent again, with the same `Message-ID`. One mail of a process at a
 * time is in that state, so a death doubles at most one, unless the server answers slowly (`handover.ts`).
 */
export function createSender({ concurrency, onChange = () => {}, ...options }: SenderOptions): Sender {
  const { queue, mailer, clock, log } = options
  const inProgress = new Set<Claim>()
  let busyWorkers = 0
  let isStopping = false
  const backoff = createServerBackoff({ mailer, log, onChange })
  const deliver = createDelivery(options, { ...backoff, isStopping: () => isStopping })

  const renewLeases = () => queue.renewLeases([...inProgress])

  /** Starts free workers. Busy ones are not waited for: one mail may take minutes. */
  async function poll(): Promise<void> {
    // First, or after an outage of the database it would take its own mails again, sent ones that wait for their mark too.
    await renewLeases()
    await queue.releaseExpiredLeases()
    if (!(await backoff.tryToEnd())) return
    while (busyWorkers < concurrency) {
      const mail = await takeNext()
      if (!mail) return
      void runWorker(mail)
    }
  }

  async function takeNext(): Promise<TakenMail | undefined> {
    const mail = isStopping || backoff.isActive() ? undefined : await queue.takeDue(clock.now())
    if (mail) inProgress.add(mail)
    return mail
  }

  async function runWorker(first: TakenMail): Promise<void> {
    busyWorkers++
    let mail: TakenMail | undefined = first
    try {
      while (mail) {
        await deliver(mail)
        inProgress.delete(mail)
        onChange()
        mail = await takeNext()
      }
    } catch (error) {
      // The mail is released when its lease expires.
      log.warn({ reason: reasonOf(error) }, 'a mail could not be taken or marked')
      if (mail) inProgress.delete(mail)
    }
    busyWorkers--
  }

  /** Resolves when no mail is being sent. */
  async function drain(): Promise<void> {
    while (busyWorkers > 0) await sleep(20)
  }

  return {
    pollers: {
      dueMails: { name: 'mails-due', everySeconds: 1, isDue: queue.hasWork, poll },
      // By itself: the other may wait for the mail server.
      leases: { name: 'mail-leases', everySeconds: renewalSeconds, poll: renewLeases },
    },

    isServerReachable: backoff.isReachable,

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
