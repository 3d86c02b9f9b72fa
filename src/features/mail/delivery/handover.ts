import type { Claim, MailQueue } from '#features/mail/outbox/queue-store.ts'
import { type Logger, messageOf } from '#platform/log.ts'
import type { Handover, Mailer } from '#platform/mailer.ts'
import type { ComposedMail } from './composing.ts'
import { createTurns } from './turns.ts'

/**
 * How long other mails wait at most with their end, until the mail server has answered to the end of one and that is
 * stored. While it answers faster, there is at most one mail of which this process does not yet know that it was sent.
 */
const longestTurnMs = 100
/** For so long a process may rely on having held a mail. */
const heldMs = 5_000

/** The result of an attempt to send a mail that this process held until its end. */
export type Attempt = Exclude<Handover, { kind: 'withheld' }>

interface HandoverOptions {
  queue: Pick<MailQueue, 'isHeld'>
  log: Logger
}

/** Creates the function that hands a mail over, if this process still holds it when the mail is to end. */
export function createHandover({ queue, log }: HandoverOptions) {
  const turns = createTurns(longestTurnMs)

  /** Without the database's answer the mail does not count as held. */
  async function isHeld(mail: Claim): Promise<boolean> {
    try {
      return await queue.isHeld(mail)
    } catch (error) {
      log.warn({ reason: messageOf(error) }, 'whether a mail is still held is unknown')
      return false
    }
  }

  function noteLoss(mail: Claim): void {
    log.warn({ mail: mail.id }, 'a mail was not sent, since this process no longer holds it')
  }

  return {
    noteLoss,

    /** Hands a mail over and records the outcome, before the next mail may end if this one was accepted. */
    async handOver(
      mail: Claim,
      { envelope, raw }: Pick<ComposedMail, 'envelope' | 'raw'>,
      { via, record }: { via: Mailer; record(outcome: Attempt): Promise<void> },
    ): Promise<void> {
      const turn = turns.join()

      async function mayEnd(): Promise<boolean> {
        let askedAt: number
        do {
          askedAt = performance.now()
          if (!(await isHeld(mail))) return false
          await turn.come()
          // This process may have been suspended meanwhile.
        } while (performance.now() - askedAt > heldMs)
        return true
      }

      try {
        const outcome = await via.send(envelope, raw, mayEnd)
        if (outcome.kind === 'withheld') return noteLoss(mail)
        // Only a mail that was accepted would be doubled if this process died now.
        if (outcome.kind !== 'sent') turn.end()
        await record(outcome)
      } finally {
        turn.end()
      }
    },
  }
}
