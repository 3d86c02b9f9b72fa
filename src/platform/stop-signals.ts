import type { Logger } from './log.ts'

// In a terminal Ctrl-C reaches the whole process group, and npm passes it on besides: twice within a moment is once.
const sameSignal = 1_000

interface StopOptions {
  log: Logger
  /** How long `stop` may take before the process ends all the same, in milliseconds. */
  limit: number
  stop(): Promise<void>
}

/**
 * Stops the process in order on SIGTERM, SIGINT, or a fault that nobody caught: `stop` runs once, then the process ends,
 * with code 1 after a fault. A second signal, later than a moment after the first, ends it at once.
 */
export function stopOnSignals({ log, limit, stop }: StopOptions): void {
  let begun: number | undefined

  function begin(code: number): void {
    if (begun !== undefined) return
    begun = performance.now()
    setTimeout(() => {
      log.fatal('the server did not stop in time')
      process.exit(1)
    }, limit).unref()
    stop().then(
      () => process.exit(code),
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
      begin(0)
    })
  }
  for (const fault of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(fault, (error: unknown) => {
      log.fatal({ err: error }, 'the server stops because of a fault')
      begin(1)
    })
  }
}
