import type { FastifyRequest } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { SignedIn } from '#http/access.ts'
import { isOwnRequest } from '#http/own-requests/own-requests.ts'
import { secondsToWait } from '#platform/rate-limiter.ts'
import { Problem } from '#shared/problem.ts'
import type { Quota } from './quota.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * `page` for responses that are built for each request: counted in the client's limits per minute and per hour. `file`
     * for such responses to programs: per minute only. `form` for forms whose handler counts the hour itself, so that its
     * refusal shows what was typed. `own` for routes that limit their calls themselves and are never counted, so that a low
     * hourly limit keeps nobody from signing in.
     */
    rateLimit?: 'page' | 'file' | 'form' | 'own'
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
 * Creates the check of a request against the limits of its route, which throws `Problem` 429 with the seconds to wait.
 * Signed-in users are not limited; programs with an API key are, each key by itself, and readers of shared links are per
 * minute.
 */
export function createRateLimits({ quota, pagesPerMinute, isForApi }: RateLimitOptions) {
  // Counted in this process only: a minute is too short to add up several.
  const pages = new RateLimiterMemory({ points: Math.max(1, pagesPerMinute), duration: 60 })

  async function takePage(client: string): Promise<number> {
    return pagesPerMinute === 0 ? 0 : secondsToWait(pages.consume(client))
  }

  return async (request: FastifyRequest, signedIn: SignedIn | undefined): Promise<void> => {
    const { rateLimit } = request.routeOptions.config ?? {}
    if (rateLimit === 'own' || isOwnRequest(request.raw)) return
    // Whoever has a link may read, but not as often as they like.
    if (signedIn?.linkId !== undefined) return refuseFor(await takePage(request.client))
    if (signedIn && signedIn.keyId === undefined) return
    const client = signedIn ? `key ${signedIn.keyId}` : request.client
    const isApi = isForApi(request)
    // Missing pages count per minute only, so that a dead link does not use up the hourly limit.
    const isMissingPage = request.is404 && !isApi
    const wait = Math.max(
      rateLimit || isMissingPage ? await takePage(client) : 0,
      isApi || rateLimit === 'page' ? quota.take(client) : 0,
    )
    refuseFor(wait)
  }
}

function refuseFor(seconds: number): void {
  if (seconds > 0) throw new Problem('rate_limited', 429, { retryAfter: seconds })
}
