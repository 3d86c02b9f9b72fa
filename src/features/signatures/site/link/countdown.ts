/** Seconds in an hour of `expires_in_hours`. */
const secondsPerHour = 3600

/** The remaining seconds at which the time left is said aloud. */
const spokenSeconds = [3600, 600, 60] as const
export type SpokenSeconds = (typeof spokenSeconds)[number]

/** When a link expires, in milliseconds of the same monotonic clock as `now`, so that the visitor's clock may be wrong. */
export function findDeadline(expiresInHours: number, now: number): number {
  return now + expiresInHours * secondsPerHour * 1000
}

/** The whole seconds until a deadline; 0 once it has passed. */
export function secondsUntil(deadline: number, now: number): number {
  return Math.max(0, Math.ceil((deadline - now) / 1000))
}

/** Seconds as HH:MM:SS; more than 99 hours take more digits. */
export function formatCountdown(seconds: number): string {
  const parts = [Math.floor(seconds / secondsPerHour), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

/** What is to be said aloud when the time left falls from one number of seconds to another: the last mark that was passed. */
export function findAnnouncement(before: number, now: number): SpokenSeconds | undefined {
  return spokenSeconds.findLast((mark) => before > mark && now <= mark && now > 0)
}
