const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000]

/** How long to wait after each attempt at a delivery, in milliseconds; after the last one it is given up. */
const waits = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]

// After so long without accepting anything a webhook is turned off.
const patience = 5 * day
const longestPause = 10 * minute
// A receiver may ask for more time than we would give it, within reason.
const longestWish = 24 * hour

/** When a delivery is sent again after some attempts; undefined when it is given up. */
export function nextAttempt(attempts: number, now: Date): Date | undefined {
  const wait = waits[attempts - 1]
  return wait === undefined ? undefined : new Date(now.getTime() + wait)
}

/** When a receiver is tried again that has accepted nothing in some attempts in a row. */
export function nextTry(failures: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(longestPause, 5 * second * 2 ** (failures - 1)))
}

/** Whether a receiver has failed for so long that it is no longer tried. */
export function isHopeless(failingSince: Date, now: Date): boolean {
  return now.getTime() - failingSince.getTime() >= patience
}

/** The moment that a `Retry-After` header asks to wait for (RFC 9110 §10.2.3): seconds or a date. */
export function readRetryAfter(header: string | undefined, now: Date): Date | undefined {
  if (header === undefined) return undefined
  const wished = /^\d+$/.test(header) ? now.getTime() + Number(header) * second : Date.parse(header)
  if (Number.isNaN(wished) || wished <= now.getTime()) return undefined
  return new Date(Math.min(wished, now.getTime() + longestWish))
}
