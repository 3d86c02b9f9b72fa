import { RateLimiterMemory } from 'rate-limiter-flexible'
import { Problem } from '#shared/problem.ts'

/** How many links that open nothing one client may try, in so many seconds. */
const [mostGuesses, duration] = [20, 10 * 60]

/** Limits how many links one client tries in this process. Whoever tries too many is refused good ones as well. */
export function createGuessLimit() {
  const limiter = new RateLimiterMemory({ points: mostGuesses, duration })
  return {
    /** @throws {Problem} 429 for a client that has guessed too often */
    async check(client: string): Promise<void> {
      const known = await limiter.get(client)
      if (!known || known.consumedPoints < mostGuesses) return
      throw new Problem('rate_limited', 429, {
        retryAfter: Math.max(1, Math.ceil(known.msBeforeNext / 1000)),
      })
    },

    /** Counts a link that opened nothing. */
    async count(client: string): Promise<void> {
      await limiter.penalty(client)
    },
  }
}
export type GuessLimit = ReturnType<typeof createGuessLimit>
