import type { Clock } from '#platform/clock.ts'

/** A clock that stands still until a test moves it. */
export interface FakeClock extends Clock {
  /** Lets so many milliseconds pass. */
  advance(milliseconds: number): void
}

export const hours = 3_600_000
export const days = 24 * hours

/** A clock that shows the present moment, or the given one, and stands still there. */
export function createFakeClock(start: Date = new Date()): FakeClock {
  let time = start.getTime()
  return {
    now: () => new Date(time),
    advance(milliseconds) {
      time += milliseconds
    },
  }
}
