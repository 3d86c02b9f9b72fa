import { RateLimiterRes } from 'rate-limiter-flexible'

/** Waits for a count of `rate-limiter-flexible`; answers the whole seconds until it lets through again, 0 if it does now. */
export async function secondsToWait(count: Promise<unknown>): Promise<number> {
  try {
    await count
    return 0
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
    throw refusal
  }
}
