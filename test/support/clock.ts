import type { Clock } from '#platform/clock.ts'

/** A clock that stands still until a test moves it. */
export interface FakeClock extends Clock {
  /** Moves the clock by a number of milliseconds. */
  advance(milliseconds: number): void
}

export const hours = 3_600_000
export const days = 24 * hours

/** A clock that stands still at the given time, by default the present. */
export function createFakeClock(start: Date = new Date()): FakeClock {
  let time = start.getTime()
  return {
    now: () => new Date(time),
    advance(milliseconds) {
      time += milliseconds
    },
  }
}

/** A clock that stands still at noon, when nothing begins that is done at night. */
export const createNoonClock = (): FakeClock => createFakeClock(new Date(new Date().setUTCHours(12, 0, 0, 0)))
