import { RateLimiterRes } from 'rate-limiter-flexible'

/** Waits for a call of `rate-limiter-flexible`; returns the seconds to wait when it refuses, else 0. */
export async function secondsToWait(count: Promise<unknown>): Promise<number> {
  try {
    await count
    return 0
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
    throw refusal
  }
}
