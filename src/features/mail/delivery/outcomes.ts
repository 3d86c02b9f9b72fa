import { setTimeout as sleep } from 'node:timers/promises'
import { hasToken, mailReaders } from '#features/mail/model.ts'
import type { MailChanges, MailQueue, TakenMail } from '#features/mail/outbox/queue-store.ts'
import { withoutAddresses } from '#features/mail/outbox/server-response.ts'
import type { Suppressions } from '#features/mail/suppression/suppression-store.ts'
import type { Clock } from '#platform/clock.ts'
import { type Logger, messageOf } from '#platform/log.ts'
import type { Mailer } from '#platform/mailer.ts'
import { isAddressGone, readReply } from '#shared/server-reply.ts'
import type { Attempt } from './handover.ts'
import type { ServerBackoff } from './server-backoff.ts'

/** The minutes before each retry of a temporarily refused mail; after the last retry it fails. */
const retryDelays = [1, 5, 30, 120, 360, 720, 1440].map((minutes) => minutes * 60_000)

/** How often, and at what intervals, it is tried to mark a mail that was sent: otherwise it would be sent again. */
const mostMarkings = 300
const markingPauseMs = 1_000

/** Once a mail has ended, what gives access to something, or tells how an account is protected, is stored no more. */
function withoutSecrets({ kind }: TakenMail): Partial<MailChanges> {
  if (mailReaders[kind] === 'nobody') return { raw: null, actionUrl: null, variables: {} }
  return hasToken(kind) ? { raw: null, actionUrl: null } : {}
}

interface OutcomeOptions {
  queue: MailQueue
  suppressions: Pick<Suppressions, 'suppress'>
  clock: Clock
  log: Logger
  backOff: ServerBackoff['backOff']
  isStopping(): boolean
}

/** Records the outcome of an attempt to send a mail: sent, to be retried, or failed. */
export function createOutcomes(options: OutcomeOptions) {
  const { queue, suppressions, clock, log, backOff, isStopping } = options

  async function reschedule(mail: TakenMail, response: string): Promise<void> {
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

  async function giveUp(mail: TakenMail, response: string): Promise<void> {
    const now = clock.now()
    const changes: MailChanges = {
      ...{ status: 'failed', attempts: mail.attempts + 1, response, endedAt: now },
      ...withoutSecrets(mail),
    }
    await queue.finish(mail, changes, { now, event: { kind: 'failed', response } })
  }

  async function recordSent(mail: TakenMail, response: string): Promise<void> {
    const now = clock.now()
    const changes: MailChanges = {
      ...{ status: 'sent', attempts: mail.attempts + 1, response, sentAt: now, endedAt: now },
      ...withoutSecrets(mail),
    }
    for (let failures = 0; ; await sleep(markingPauseMs)) {
      try {
        const isMarked = await queue.finish(mail, changes, { now })
        if (!isMarked)
          log.warn({ mail: mail.id }, 'a mail was sent, but meanwhile erased or taken by another process')
        return
      } catch (error) {
        failures++
        if (failures === 1) log.warn({ reason: messageOf(error) }, 'a sent mail cannot be marked yet')
        if (failures === mostMarkings || isStopping()) throw error
      }
    }
  }

  async function recordRefusal(
    mail: TakenMail,
    outcome: Extract<Attempt, { kind: 'refused' }>,
  ): Promise<void> {
    const response = withoutAddresses(outcome.response)
    if (!outcome.isPermanent) return reschedule(mail, response)
    await giveUp(mail, response)
    if (outcome.isRecipient && isAddressGone(readReply(outcome.response)))
      await suppressions.suppress('hard_bounce', mail.toEmail)
  }

  return {
    reschedule,

    async record(mail: TakenMail, outcome: Attempt, { check }: Pick<Mailer, 'check'>): Promise<void> {
      if (outcome.kind === 'sent') return recordSent(mail, withoutAddresses(outcome.response))
      if (outcome.kind === 'refused') return recordRefusal(mail, outcome)
      const response = withoutAddresses(outcome.response)
      const state = await check()
      // When the server still answers, this mail was the reason for the broken connection.
      if (state.isReady) return reschedule(mail, response)
      backOff(state.reason)
      await queue.finish(mail, { status: 'queued', response }, { now: clock.now() })
    },
  }
}
