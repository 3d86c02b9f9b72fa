import { setTimeout as sleep } from 'node:timers/promises'

/** The turn of one mail. */
export interface Turn {
  /** Resolves when the turn begins. */
  come(): Promise<void>
  /** Ends the turn, or the wait for it. */
  end(): void
}

/** Gives mails their turns, one at a time and in the order in which they come. A turn lasts at most `longestMs`. */
export function createTurns(longestMs: number) {
  let last: Promise<unknown> = Promise.resolve()

  return {
    join(): Turn {
      const { promise: end, resolve } = Promise.withResolvers<void>()
      let coming: Promise<unknown> | undefined

      function begin(): Promise<unknown> {
        const before = last
        last = before.then(() => Promise.race([end, sleep(longestMs, undefined, { ref: false })]))
        return Promise.race([before, end])
      }
      return {
        async come() {
          coming ??= begin()
          await coming
        },
        end: resolve,
      }
    },
  }
}
