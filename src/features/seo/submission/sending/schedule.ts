const [second, minute, hour] = [1000, 60_000, 3_600_000]

/** How long to wait after each failed attempt, in milliseconds; after the last one an address is given up. */
const waits = [30 * second, 2 * minute, 10 * minute, hour, 3 * hour, 6 * hour, 12 * hour]

/** When to send again after some failed attempts; undefined when it is given up. */
export function nextAttempt(failures: number, now: Date): Date | undefined {
  const wait = waits[failures - 1]
  return wait === undefined ? undefined : new Date(now.getTime() + wait)
}
