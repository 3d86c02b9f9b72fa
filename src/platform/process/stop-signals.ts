import type { Logger } from '#platform/log.ts'
import { createFaultLog, isOutsideFault } from './faults.ts'

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
 * Stops the process on SIGTERM, SIGINT, or a mistake in the program: `stop` runs once, then the process exits, with code 1
 * after a mistake. A second signal, more than a second after the first, ends it at once. Uncaught errors that come from
 * outside are logged and survived.
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
  const handle = createFaultHandler(log, () => begin('fault'))
  process.on('uncaughtException', handle)
  process.on('unhandledRejection', handle)
}

/** Handles uncaught errors. `stop` is called after a mistake in the program, whose state may be wrong then. */
export function createFaultHandler(log: Logger, stop: () => void): (error: unknown) => void {
  const note = createFaultLog(log)
  return (error) => {
    if (isOutsideFault(error)) {
      const kind = error instanceof Error && 'code' in error ? String(error.code) : String(error)
      note(kind, { err: error }, 'something outside failed, and the server goes on')
      return
    }
    log.fatal({ err: error }, 'the server stops because of a fault')
    stop()
  }
}
