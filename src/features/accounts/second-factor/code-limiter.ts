import type { Pool } from 'pg'
import {
  type AttemptLimiter,
  createAttemptCounter,
  hashAttemptKey,
} from '#features/accounts/attempt-limiter.ts'
import { providerNetwork } from '#http/client-address.ts'
import { secondsToWait } from '#platform/rate-limiter.ts'

/**
 * Ten wrong codes of a user in 15 minutes, from all networks together. Only who has given the password can try any, so
 * strangers lock nobody out.
 */
export const createCodeLimiter = (pool: Pool) => createUserLimiter(pool, 'code')

/** Ten new sets of recovery codes of a user in 15 minutes, since each costs ten hashes. */
export const createRenewalLimiter = (pool: Pool) => createUserLimiter(pool, 'renewal')

/** Questions for a passkey before anybody has said who they are: 60 of a client in 15 minutes, 240 of a provider. */
export const createPasskeyLimiter = (pool: Pool) => createClientLimiter(pool, 'passkey')

/** Answers to a second step or with a passkey alone that did not sign in: 60 of a client in 15 minutes, 240 of a provider. */
export const createStepLimiter = (pool: Pool) => createClientLimiter(pool, 'step')

function createUserLimiter(pool: Pool, purpose: string): AttemptLimiter {
  const perUser = createAttemptCounter(pool, `${purpose}-user`, 10)
  return {
    take: (userId) => secondsToWait(perUser.consume(hashAttemptKey(userId))),
    async forgive(userId) {
      await perUser.reward(hashAttemptKey(userId))
    },
  }
}

function createClientLimiter(pool: Pool, purpose: string): AttemptLimiter {
  const perClient = createAttemptCounter(pool, `${purpose}-client`, 60)
  const perProvider = createAttemptCounter(pool, `${purpose}-provider`, 240)
  const keysOf = (client: string) =>
    [hashAttemptKey(client), hashAttemptKey(providerNetwork(client))] as const
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
