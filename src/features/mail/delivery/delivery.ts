import { Counter, type Registry } from 'prom-client'
import { notComposed } from '#features/mail/model.ts'
import type { MailQueue, TakenMail } from '#features/mail/outbox/queue-store.ts'
import type { MailRow } from '#features/mail/outbox/store.ts'
import type { Suppressions } from '#features/mail/suppression/suppression-store.ts'
import type { Clock } from '#platform/clock.ts'
import type { Logger } from '#platform/log.ts'
import type { Mailer } from '#platform/mailer.ts'
import type { ComposedMail } from './composing.ts'
import { createHandover } from './handover.ts'
import { createOutcomes } from './outcomes.ts'
import type { ServerBackoff } from './server-backoff.ts'

export interface DeliveryOptions {
  queue: MailQueue
  suppressions: Pick<Suppressions, 'suppress'>
  compose(mail: MailRow, now: Date): Promise<ComposedMail>
  /** Undefined while no transport is configured: mails are then composed and stored. */
  mailer: Mailer | undefined
  clock: Clock
  log: Logger
  registry: Registry
}

interface DeliveryState extends Pick<ServerBackoff, 'backOff' | 'noteContact'> {
  isStopping(): boolean
}

/** Creates the function that composes a taken mail, sends it and records the outcome. */
export function createDelivery(
  options: DeliveryOptions,
  { backOff, noteContact, isStopping }: DeliveryState,
) {
  const { queue, suppressions, mailer, clock, log } = options
  const outcomes = createOutcomes({ queue, suppressions, clock, log, backOff, isStopping })
  const { handOver, noteLoss } = createHandover({ queue, log })
  const failedToCompose = new Counter({
    name: 'mails_failed_to_compose_total',
    help: 'How many times a mail could not be composed. Anything above zero is a fault of this installation.',
    labelNames: ['kind'],
    registers: [options.registry],
  })

  async function compose(mail: MailRow, now: Date): Promise<ComposedMail | undefined> {
    try {
      return await options.compose(mail, now)
    } catch (error) {
      failedToCompose.inc({ kind: mail.kind })
      log.error({ err: error, mail: mail.id, kind: mail.kind }, 'a mail could not be composed')
      return undefined
    }
  }

  async function send(mail: TakenMail, composed: ComposedMail, via: Mailer): Promise<void> {
    const { targets, raw } = composed
    // The mails of a campaign can be composed again from its text; copies would be most of the database.
    const content = {
      ...(targets && { links: targets }),
      ...(mail.kind !== 'campaign' && { raw: raw.toString() }),
    }
    // Stored before the mail is sent, so that its links work even if this process dies right after.
    if (Object.keys(content).length > 0 && !(await queue.storeContent(mail, content))) return noteLoss(mail)
    await handOver(mail, composed, {
      via,
      async record(outcome) {
        // A stop closes the connection; the mail is sent after the next start.
        if (outcome.kind === 'trouble' && isStopping()) return
        await outcomes.record(mail, outcome, via)
        if (outcome.kind !== 'trouble') noteContact(true)
      },
    })
  }

  return async (mail: TakenMail): Promise<void> => {
    const now = clock.now()
    if (mail.isSuppressed) {
      await queue.finish(mail, { status: 'suppressed', endedAt: now }, { now })
      return
    }
    const composed = await compose(mail, now)
    if (!composed) return outcomes.reschedule(mail, notComposed)
    if (mailer) return send(mail, composed, mailer)
    const { targets, raw } = composed
    await queue.finish(
      mail,
      { status: 'outbox', ...(targets && { links: targets }), raw: raw.toString(), endedAt: now },
      { now },
    )
  }
}
