import type { Logger } from '#platform/log.ts'

// In a terminal Ctrl-C reaches the whole process group, and npm forwards it too: two signals within a second are one.
const sameSignal = 1_000

/** Why the process stops. */
export type StopCause = 'SIGTERM' | 'SIGINT' | 'fault'

interface StopOptions {
  log: Logger
  /** The time limit for `stop` in milliseconds, after which the process exits anyway. */
  limit: number
  stop(cause: StopCause): Promise<void>
}

/**
 * Stops the process on SIGTERM, SIGINT, or an uncaught error: `stop` runs once, then the process exits, with code 1 after an
 * error. A second signal, more than a second after the first, ends it at once.
 */
export function stopOnSignals({ log, limit, stop }: StopOptions): void {
  let begun: number | undefined

  function begin(cause: StopCause): void {
    if (begun !== undefined) return
    begun = performance.now()
    setTimeout(() => {
      log.fatal('the server did not stop in time')
      process.exit(1)
    }, limit).unref()
    stop(cause).then(
      () => process.exit(cause === 'fault' ? 1 : 0),
      (error: unknown) => {
        log.fatal({ err: error }, 'the server did not stop cleanly')
        process.exit(1)
      },
    )
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (begun === undefined) log.info({ signal }, 'the server stops')
      else if (performance.now() - begun > sameSignal) process.exit(1)
      begin(signal)
    })
  }
  for (const fault of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(fault, (error: unknown) => {
      log.fatal({ err: error }, 'the server stops because of a fault')
      begin('fault')
    })
  }
}
