import { setTimeout as sleep } from 'node:timers/promises'
import { Counter, type Registry } from 'prom-client'
import { notComposed } from '#features/mail/model.ts'
import type { MailQueue, TakenMail } from '#features/mail/outbox/queue-store.ts'
import { withoutAddresses } from '#features/mail/outbox/server-response.ts'
import type { MailRow, MailStore } from '#features/mail/outbox/store.ts'
import type { Suppressions } from '#features/mail/suppression/suppression-store.ts'
import type { Clock } from '#platform/clock.ts'
import type { Logger } from '#platform/log.ts'
import type { Handover, Mailer } from '#platform/mailer.ts'
import type { Poller } from '#platform/poller.ts'
import { isAddressGone, readReply } from '#shared/server-reply.ts'
import type { ComposedMail } from './composing.ts'

const minute = 60_000
/** After how many minutes a mail that was refused for now is tried again; after the last of them it is given up. */
const retryDelays = [1, 5, 30, 120, 360, 720, 1440].map((minutes) => minutes * minute)
/** A process that has not renewed the leases of its mails for so long counts as dead. */
const leaseMs = minute
const heartbeatMs = 15_000
/** How long the sender waits at most before it tries an unreachable server again. */
const longestBackoffMs = minute
/** How long a stop waits for what is being handed over. */
const shutdownTimeoutMs = 8_000

interface SenderOptions {
  queue: MailQueue
  store: Pick<MailStore, 'update'>
  suppressions: Pick<Suppressions, 'suppress'>
  compose(mail: MailRow, now: Date): Promise<ComposedMail>
  /** Undefined while no transport is configured: mails are then composed and stored. */
  mailer: Mailer | undefined
  clock: Clock
  log: Logger
  registry: Registry
  /** How many mails are sent at once. */
  concurrency: number
}

interface Sender {
  poller: Poller
  drain(): Promise<void>
  stop(): Promise<void>
}

/**
 * Sends what is due, each mail once however many processes there are: one is taken in a transaction, handed over, and
 * marked in another. A process that dies in between leaves a mail that looks unsent; it is sent again under the same
 * `Message-ID`. So the only moment in which a mail can go twice is between the other server's 250 and our commit.
 */
export function createSender(options: SenderOptions): Sender {
  const { queue, store, suppressions, compose, mailer, clock, log, concurrency } = options
  const inProgress = new Set<string>()
  let busyWorkers = 0
  let heartbeatAt = clock.now().getTime()
  let isStopping = false
  let backoff = { until: 0, length: 0 }
  const failedToCompose = new Counter({
    name: 'mails_failed_to_compose_total',
    help: 'How many times a mail could not be composed. Anything above zero is a fault of this installation.',
    labelNames: ['kind'],
    registers: [options.registry],
  })

  /** Starts free workers. Busy ones are not waited for: one mail may take minutes. */
  async function poll(): Promise<void> {
    const now = clock.now()
    if (inProgress.size > 0 && now.getTime() - heartbeatAt >= heartbeatMs) {
      heartbeatAt = now.getTime()
      await queue.renewLeases([...inProgress], now)
    }
    await queue.releaseExpiredLeases(new Date(now.getTime() - leaseMs))
    if (performance.now() < backoff.until || !(await isReachable())) return
    while (busyWorkers < concurrency) {
      const mail = await takeNext()
      if (!mail) return
      void runWorker(mail)
    }
  }

  /** Whether the server can be reached; asked after a pause only. */
  async function isReachable(): Promise<boolean> {
    if (!mailer || backoff.length === 0) return true
    const state = await mailer.check()
    if (!state.isReady) {
      backOff(state.reason)
      return false
    }
    backoff = { until: 0, length: 0 }
    log.info('the mail server can be reached again')
    return true
  }

  function backOff(reason: string): void {
    // Several that were under way find out at once.
    if (performance.now() < backoff.until) return
    if (backoff.length === 0)
      log.warn({ reason: withoutAddresses(reason) }, 'the mail server cannot be reached')
    const length = Math.min(Math.max(1_000, backoff.length * 2), longestBackoffMs)
    backoff = { until: performance.now() + length, length }
  }

  async function takeNext(): Promise<TakenMail | undefined> {
    const mail = isStopping || backoff.length > 0 ? undefined : await queue.takeDue(clock.now())
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
      // What it had in hand is given back after a while; until then the database may have come back.
      log.warn({ reason: reasonOf(error) }, 'a mail could not be marked')
      if (mail) inProgress.delete(mail.id)
    }
    busyWorkers--
  }

  async function deliver(mail: TakenMail): Promise<void> {
    const now = clock.now()
    if (mail.isSuppressed) {
      await queue.finish(mail, { status: 'suppressed', endedAt: now }, { now })
      return
    }
    let composed: ComposedMail
    try {
      composed = await compose(mail, now)
    } catch (error) {
      failedToCompose.inc({ kind: mail.kind })
      log.error({ err: error, mail: mail.id, kind: mail.kind }, 'a mail could not be composed')
      await reschedule(mail, notComposed)
      return
    }
    if (!mailer) {
      const outbox = {
        status: 'outbox',
        links: composed.targets,
        raw: composed.raw.toString(),
        endedAt: now,
      } as const
      await queue.finish(mail, outbox, { now })
      return
    }
    // Before it goes: whoever follows a link in the next moment must be led somewhere, even if this process dies now.
    await store.update(mail.id, {
      links: composed.targets,
      // A campaign's mails can be composed again from its text; a copy of each would be most of the database.
      ...(mail.kind !== 'campaign' && { raw: composed.raw.toString() }),
    })
    await recordOutcome(mail, await mailer.send(composed.envelope, composed.raw), mailer)
  }

  async function recordOutcome(mail: MailRow, outcome: Handover, { check }: Mailer): Promise<void> {
    const now = clock.now()
    const response = withoutAddresses(outcome.response)
    switch (outcome.kind) {
      case 'sent':
        await queue.finish(
          mail,
          {
            ...{ status: 'sent', attempts: mail.attempts + 1, response, sentAt: now, endedAt: now },
            // It held a way into an account, which is now its reader's alone.
            ...(mail.kind === 'password_reset' && { raw: null, actionUrl: null, variables: {} }),
          },
          { now },
        )
        return
      case 'refused':
        if (!outcome.isPermanent) await reschedule(mail, response)
        else await giveUp(mail, response)
        if (outcome.isPermanent && outcome.isRecipient && isAddressGone(readReply(outcome.response)))
          await suppressions.suppress('hard_bounce', mail.toEmail)
        return
      case 'trouble': {
        if (isStopping) return
        const state = await check()
        // The server is well, so it was this mail that ended the conversation.
        if (state.isReady) await reschedule(mail, response)
        else {
          backOff(state.reason)
          await queue.finish(mail, { status: 'queued', response }, { now })
        }
      }
    }
  }

  async function reschedule(mail: MailRow, response: string): Promise<void> {
    const now = clock.now()
    const delay = retryDelays[mail.attempts]
    if (delay === undefined) return giveUp(mail, response)
    await queue.finish(
      mail,
      {
        ...{ status: 'queued', attempts: mail.attempts + 1, response },
        dueAt: new Date(now.getTime() + delay),
      },
      { now, event: { kind: 'deferred', response } },
    )
  }

  async function giveUp(mail: MailRow, response: string): Promise<void> {
    const now = clock.now()
    const changes = { status: 'failed', attempts: mail.attempts + 1, response, endedAt: now } as const
    await queue.finish(mail, changes, { now, event: { kind: 'failed', response } })
  }

  /** Resolves when nothing is being handed over. */
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

    /** Finishes what is being handed over, but retryDelays no longer than is left of a stop; what is not done goes later. */
    async stop() {
      isStopping = true
      await Promise.race([drain(), sleep(shutdownTimeoutMs, undefined, { ref: false })])
      mailer?.close()
    },
  }
}

/** What went wrong, without what the query was about. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error
  return withoutAddresses(cause instanceof Error ? cause.message : message.split('\n', 1).join())
}
