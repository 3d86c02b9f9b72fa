import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import { providerNetwork } from '#http/client-address.ts'
import { secondsToWait } from '#platform/rate-limiter.ts'

/** One try to sign in. */
export interface LoginAttempt {
  usernameKey: string
  client: string
}

/**
 * Slows down guessing, over all server processes. A try is counted before the password is looked at, so that many at
 * once gain nothing; a success takes the count of its user back.
 */
export interface LoginLimiter {
  /** Counts a try; answers the seconds to wait when there have been too many, else 0. */
  take(attempt: LoginAttempt): Promise<number>
  forgive(attempt: LoginAttempt): Promise<void>
}

const minutes = 60

/**
 * In a quarter of an hour five tries for a user from one network and thirty for any users; from all networks of one
 * provider twenty for a user and 120 for any. A user is not locked out from everywhere, or anybody
 * could lock them out. Tries of another `purpose` are counted apart.
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
      // What one network is refused does not count for its neighbours.
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

// Hashed, because neither a person's address nor a mistyped password in the user field may be stored.
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/** The seconds to wait until all counters let through, or 0. */
async function longestWait(counts: Promise<unknown>[]): Promise<number> {
  return Math.max(...(await Promise.all(counts.map(secondsToWait))))
}
