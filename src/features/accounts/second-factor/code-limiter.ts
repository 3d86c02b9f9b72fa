import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import { providerNetwork } from '#http/client-address.ts'
import { secondsToWait } from '#platform/rate-limiter.ts'
import { Problem } from '#shared/problem.ts'

/** Counts attempts over all server processes, before they are checked, so that many simultaneous ones gain nothing. */
export interface AttemptLimiter {
  /** Counts an attempt; returns the seconds to wait when there have been too many, else 0. */
  take(key: string): Promise<number>
  /** Takes back an attempt that does not count. */
  forgive(key: string): Promise<void>
}

const quarterOfAnHour = 15 * 60

const counterOf = (pool: Pool, keyPrefix: string, points: number) =>
  new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'login_attempts',
    tableCreated: true,
    clearExpiredByTimeout: false,
    ...{ keyPrefix, points },
    duration: quarterOfAnHour,
    blockDuration: quarterOfAnHour,
  })
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/**
 * Ten wrong codes of a user in 15 minutes, from all networks together. Only who has given the password can try any, so
 * strangers lock nobody out.
 */
export function createCodeLimiter(pool: Pool): AttemptLimiter {
  const perUser = counterOf(pool, 'code-user', 10)
  return {
    take: (userId) => secondsToWait(perUser.consume(hashOf(userId))),
    async forgive(userId) {
      await perUser.reward(hashOf(userId))
    },
  }
}

/** @throws {Problem} 429 `login_locked` when there have been too many */
export async function takeAttempt(limiter: AttemptLimiter, key: string): Promise<void> {
  const wait = await limiter.take(key)
  if (wait > 0) throw new Problem('login_locked', 429, { retryAfter: wait })
}

/** Ten new sets of recovery codes of a user in 15 minutes, since each costs ten hashes. */
export function createRenewalLimiter(pool: Pool): AttemptLimiter {
  const perUser = counterOf(pool, 'renewal-user', 10)
  return {
    take: (userId) => secondsToWait(perUser.consume(hashOf(userId))),
    async forgive(userId) {
      await perUser.reward(hashOf(userId))
    },
  }
}

/** Questions for a passkey before anybody has said who they are: 60 of a client in 15 minutes, 240 of a provider. */
export const createPasskeyLimiter = (pool: Pool) => createClientLimiter(pool, 'passkey')

/** Answers to a second step or with a passkey alone that did not sign in: 60 of a client in 15 minutes, 240 of a provider. */
export const createStepLimiter = (pool: Pool) => createClientLimiter(pool, 'step')

function createClientLimiter(pool: Pool, purpose: string): AttemptLimiter {
  const perClient = counterOf(pool, `${purpose}-client`, 60)
  const perProvider = counterOf(pool, `${purpose}-provider`, 240)
  const keysOf = (client: string) => [hashOf(client), hashOf(providerNetwork(client))] as const
  return {
    async take(client) {
      const [own, provider] = keysOf(client)
      return (
        (await secondsToWait(perClient.consume(own))) || (await secondsToWait(perProvider.consume(provider)))
      )
    },
    async forgive(client) {
      const [own, provider] = keysOf(client)
      await Promise.all([perClient.reward(own), perProvider.reward(provider)])
    },
  }
}
