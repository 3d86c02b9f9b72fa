import { withoutAddresses } from '#features/mail/outbox/server-response.ts'
import type { Logger } from '#platform/log.ts'
import type { Mailer } from '#platform/mailer.ts'

/** The longest pause before an unreachable server is tried again. */
const longestPauseMs = 60_000

/** For so long it counts as known whether the server can be reached. */
const knownMs = 60_000

interface ServerBackoffOptions {
  mailer: Mailer | undefined
  log: Logger
  /** Called when the server can no longer be reached, or can again. */
  onChange(): void
}

/** Pauses sending while the mail server is unreachable; each pause is twice as long as the one before. */
export function createServerBackoff({ mailer, log, onChange }: ServerBackoffOptions) {
  let pause = { until: 0, length: 0 }
  let contact: { at: number; isReached: boolean | undefined } = {
    at: Number.NEGATIVE_INFINITY,
    isReached: undefined,
  }

  let told: boolean | undefined

  function tellChange(): void {
    const isReachable = pause.length > 0 ? false : contact.isReached
    if (isReachable === told) return
    told = isReachable
    onChange()
  }

  function noteContact(isReached: boolean): void {
    contact = { at: performance.now(), isReached }
    tellChange()
  }

  function backOff(reason: string): void {
    // Several mails in progress find out at once.
    if (performance.now() < pause.until) return
    if (pause.length === 0)
      log.warn({ reason: withoutAddresses(reason) }, 'the mail server cannot be reached')
    const length = Math.min(Math.max(1_000, pause.length * 2), longestPauseMs)
    pause = { until: performance.now() + length, length }
    tellChange()
  }

  return {
    backOff,
    noteContact,

    /** Whether the server can be reached, as known now. Asks it when nothing was heard of it for a minute. */
    isReachable(): boolean | undefined {
      if (pause.length > 0) return false
      if (mailer && performance.now() - contact.at > knownMs) {
        contact = { at: performance.now(), isReached: contact.isReached }
        void mailer.check().then(({ isReady }) => noteContact(isReady))
      }
      return contact.isReached
    },

    /** Whether the server was unreachable and has not been reached since. */
    isActive: () => pause.length > 0,

    /** Ends the backoff when its pause is over and the server answers. Returns whether mails can be sent. */
    async tryToEnd(): Promise<boolean> {
      if (performance.now() < pause.until) return false
      if (!mailer || pause.length === 0) return true
      const state = await mailer.check()
      if (!state.isReady) {
        backOff(state.reason)
        return false
      }
      pause = { until: 0, length: 0 }
      noteContact(true)
      log.info('the mail server can be reached again')
      return true
    },
  }
}
export type ServerBackoff = ReturnType<typeof createServerBackoff>
