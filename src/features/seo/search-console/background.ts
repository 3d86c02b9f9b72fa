import { setTimeout as sleep } from 'node:timers/promises'
import { type Logger, messageOf } from '#platform/log.ts'

/** How long a stop waits for what Google is being asked, in milliseconds. */
const shutdownTimeout = 8_000

interface BackgroundOptions {
  log: Logger
  /** For the log. */
  name: string
  /** What is to be done. What it has begun and not finished is taken up again when its lease ends. */
  work(stop: Stop): Promise<void>
}

/** How a stop is told: nothing new is begun, and then what is under way ends at once. */
export interface Stop {
  isStopping(): boolean
  signal: AbortSignal
}

/** Work that takes longer than a poll: one at a time in this process, beside which polls go on. */
export function createBackgroundWork({ log, name, work }: BackgroundOptions) {
  const stopping = new AbortController()
  let isStopping = false
  let running: Promise<void> | undefined

  return {
    /** Begins, unless it is under way. */
    async start(): Promise<void> {
      if (isStopping) return
      running ??= work({ isStopping: () => isStopping, signal: stopping.signal })
        .catch((error: unknown) =>
          log.warn({ work: name, reason: messageOf(error) }, 'Google could not be asked'),
        )
        .finally(() => {
          running = undefined
        })
    },
    /** Resolves when nothing is under way. */
    async drain(): Promise<void> {
      await running
    },
    /** Finishes what is being asked, within the time of a stop. */
    async stop(): Promise<void> {
      isStopping = true
      await Promise.race([running, sleep(shutdownTimeout, undefined, { ref: false })])
      stopping.abort()
      await running
    },
  }
}
export type BackgroundWork = ReturnType<typeof createBackgroundWork>
