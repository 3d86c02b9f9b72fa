import { type Logger, messageOf } from '#platform/log.ts'

// How exactly the last use is known, in milliseconds.
const exactness = 60_000

interface UseRecorderOptions {
  log: Logger
  /** What is used, for the log. */
  name: string
  /** Stores a use, unless one was stored since a moment. */
  touch(id: string, now: Date, since: Date): Promise<void>
}

/** Creates what records when a token was last used, to the minute. A use is not worth a failed or slower request. */
export function createUseRecorder({ log, name, touch }: UseRecorderOptions) {
  return ({ id, lastUsedAt }: { id: string; lastUsedAt: Date | null }, now: Date): void => {
    const since = new Date(now.getTime() - exactness)
    if (lastUsedAt && lastUsedAt >= since) return
    touch(id, now, since).catch((error: unknown) => {
      log.warn({ id, reason: messageOf(error) }, `the use of ${name} could not be recorded`)
    })
  }
}
