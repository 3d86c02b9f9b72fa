import type { PlatformFault } from '#features/social/platforms/fault.ts'

/** How often an attempt may fail before a person decides. */
export const mostFailures = 5

const first = 30_000
const longest = 30 * 60_000
const longestWish = 24 * 3_600_000

/** When a platform wants to be asked again, within reason; undefined where it does not say. */
export function wishOf({ again }: Pick<PlatformFault, 'again'>, now: Date): Date | undefined {
  const wait = again ? again.getTime() - now.getTime() : 0
  return wait > 0 ? new Date(now.getTime() + Math.min(wait, longestWish)) : undefined
}

/**
 * When a post is tried again after so many failures: 30 seconds later at first, twice as long each time, with up to a quarter more so that
 * not all come at once; never before the platform wants. Undefined when a person has to decide.
 */
export function nextAttempt(
  failures: number,
  now: Date,
  fault: Pick<PlatformFault, 'again'>,
): Date | undefined {
  if (failures >= mostFailures) return undefined
  const wait = Math.min(first * 2 ** (failures - 1), longest) * (1 + Math.random() / 4)
  const next = new Date(now.getTime() + wait)
  const wish = wishOf(fault, now)
  return wish && wish > next ? wish : next
}

const firstLook = 10_000
const rarestLook = 10 * 60_000

/** When a platform is asked again what has become of a post that it has and does not show yet. */
export const nextLook = (looks: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(firstLook * 2 ** looks, rarestLook))
