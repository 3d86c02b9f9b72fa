import type { Pool } from 'pg'
import { providerNetwork } from '#http/client-address.ts'
import { secondsToWait } from '#platform/rate-limiter.ts'
import { type AttemptLimiter, createAttemptCounter, hashAttemptKey } from './attempt-limiter.ts'

/** An attempt to sign in. */
export interface LoginAttempt {
  usernameKey: string
  client: string
}

/** Limits guessing. A success resets the count of its user. */
export type LoginLimiter = AttemptLimiter<LoginAttempt>

/**
 * The limits in 15 minutes: five attempts for a user and thirty for all users from one network, twenty and 120 from all
 * networks of one provider. A user is never locked out for all networks, or anybody could lock them out. Attempts of another
 * `purpose` are counted separately.
 */
export function createLoginLimiter(pool: Pool, purpose = ''): LoginLimiter {
  const counter = (name: string, points: number) => createAttemptCounter(pool, `${purpose}${name}`, points)
  const perUser = counter('user', 5)
  const perClient = counter('client', 30)
  const perProviderUser = counter('provider-user', 20)
  const perProvider = counter('provider-client', 120)

  function keysOf({ usernameKey, client }: LoginAttempt) {
    const provider = providerNetwork(client)
    return {
      user: hashAttemptKey(`${client} ${usernameKey}`),
      client: hashAttemptKey(client),
      providerUser: hashAttemptKey(`${provider} ${usernameKey}`),
      provider: hashAttemptKey(provider),
    }
  }

  return {
    async take(attempt) {
      const keys = keysOf(attempt)
      const wait = await longestWait([perUser.consume(keys.user), perClient.consume(keys.client)])
      // Attempts that one network is refused do not count for its provider.
      if (wait > 0) return wait
      return longestWait([perProviderUser.consume(keys.providerUser), perProvider.consume(keys.provider)])
    },
    async forgive(attempt) {
      const keys = keysOf(attempt)
      await Promise.all([
        perUser.delete(keys.user),
        perClient.reward(keys.client),
        perProviderUser.reward(keys.providerUser),
        perProvider.reward(keys.provider),
      ])
    },
  }
}

/** The longest wait of several counters in seconds, or 0. */
async function longestWait(counts: Promise<unknown>[]): Promise<number> {
  return Math.max(...(await Promise.all(counts.map(secondsToWait))))
}
