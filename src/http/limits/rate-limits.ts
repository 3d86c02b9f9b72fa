import type { FastifyRequest } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { SignedIn } from '#http/access.ts'
import { secondsToWait } from '#platform/rate-limiter.ts'
import { Problem } from '#shared/problem.ts'
import type { Quota } from './quota.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * `page` for what is made anew for each request: counted in the client's minute and in its hour. `file` for the like
     * that programs ask for: in the minute only. `form` for forms whose handler counts the hour itself, so that its refusal
     * shows again what was typed.
     */
    rateLimit?: 'page' | 'file' | 'form'
  }
}

interface RateLimitOptions {
  quota: Quota
  /** Requests a minute and client for pages that are not cached; 0 means unlimited. */
  pagesPerMinute: number
  /** Whether a request is for the API, whose every call counts in the client's hour. */
  isForApi: (request: FastifyRequest) => boolean
}

/**
 * Checks a request against the limits of its route. The team's own work is not limited.
 * @throws {Problem} 429 with the seconds to wait
 */
export function createRateLimits({ quota, pagesPerMinute, isForApi }: RateLimitOptions) {
  // Counted in this process alone: a minute is too short to add up over several.
  const pages = new RateLimiterMemory({ points: Math.max(1, pagesPerMinute), duration: 60 })

  async function takePage(client: string): Promise<number> {
    return pagesPerMinute === 0 ? 0 : secondsToWait(pages.consume(client))
  }

  return async (request: FastifyRequest, signedIn: SignedIn | undefined): Promise<void> => {
    if (signedIn) return
    const isApi = isForApi(request)
    const { rateLimit } = request.routeOptions.config ?? {}
    // Addresses that lead nowhere count by the minute only, so that a dead link costs nobody their hour.
    const isMissingPage = request.is404 && !isApi
    const wait = Math.max(
      rateLimit || isMissingPage ? await takePage(request.client) : 0,
      isApi || rateLimit === 'page' ? quota.take(request.client) : 0,
    )
    if (wait > 0) throw new Problem('rate_limited', 429, { retryAfter: wait })
  }
}
