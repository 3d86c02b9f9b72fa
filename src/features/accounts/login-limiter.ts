import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import { providerNetwork } from '#http/client-address.ts'
import { secondsToWait } from '#platform/rate-limiter.ts'

/** An attempt to sign in. */
export interface LoginAttempt {
  usernameKey: string
  client: string
}

/**
 * Limits guessing over all server processes. An attempt is counted before the password is checked, so that many simultaneous
 * ones gain nothing; a success resets the count of its user.
 */
export interface LoginLimiter {
  /** Counts an attempt; returns the seconds to wait when there have been too many, else 0. */
  take(attempt: LoginAttempt): Promise<number>
  forgive(attempt: LoginAttempt): Promise<void>
}

const minutes = 60

/**
 * The limits in 15 minutes: five attempts for a user and thirty for all users from one network, twenty and 120 from all
 * networks of one provider. A user is never locked out for all networks, or anybody could lock them out. Attempts of another
 * `purpose` are counted separately.
 */
export function createLoginLimiter(pool: Pool, purpose = ''): LoginLimiter {
  const counter = (name: string, points: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'login_attempts',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: `${purpose}${name}`,
      points,
      duration: 15 * minutes,
      blockDuration: 15 * minutes,
    })
  const perUser = counter('user', 5)
  const perClient = counter('client', 30)
  const perProviderUser = counter('provider-user', 20)
  const perProvider = counter('provider-client', 120)

  function keysOf({ usernameKey, client }: LoginAttempt) {
    const provider = providerNetwork(client)
    return {
      user: hashOf(`${client} ${usernameKey}`),
      client: hashOf(client),
      providerUser: hashOf(`${provider} ${usernameKey}`),
      provider: hashOf(provider),
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

// Hashed, because neither an address nor a password that was typed into the user field may be stored.
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/** The longest wait of several counters in seconds, or 0. */
async function longestWait(counts: Promise<unknown>[]): Promise<number> {
  return Math.max(...(await Promise.all(counts.map(secondsToWait))))
}
