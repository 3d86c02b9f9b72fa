import { RateLimiterMemory } from 'rate-limiter-flexible'
import { secondsToWait } from '#platform/rate-limiter.ts'
import { Problem } from '#shared/problem.ts'

/** Limits how much one client reports a minute, in this process; 0 means unlimited. */
export function createViewLimit(perMinute: number) {
  const limiter = new RateLimiterMemory({ points: Math.max(1, perMinute), duration: 60 })
  return {
    /** Counts reports of a client. @throws {Problem} 429 for too many */
    async take(client: string, reports = 1): Promise<void> {
      if (perMinute === 0) return
      const retryAfter = await secondsToWait(limiter.consume(client, reports))
      if (retryAfter > 0) throw new Problem('rate_limited', 429, { retryAfter })
    },
  }
}
export type ViewLimit = ReturnType<typeof createViewLimit>
