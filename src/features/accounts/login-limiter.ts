import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

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
 * Five tries for a user from one network in a quarter of an hour, thirty for any users. A user is not locked out
 * from everywhere, or anybody could lock them out. Tries of another `purpose` are counted apart.
 */
export function createLoginLimiter(pool: Pool, purpose = ''): LoginLimiter {
  const options = {
    storeClient: pool,
    storeType: 'pool',
    tableName: 'login_attempts',
    tableCreated: true,
    clearExpiredByTimeout: false,
  } as const
  const perUser = new RateLimiterPostgres({
    ...options,
    keyPrefix: `${purpose}user`,
    points: 5,
    duration: 15 * minutes,
    blockDuration: 15 * minutes,
  })
  const perClient = new RateLimiterPostgres({
    ...options,
    keyPrefix: `${purpose}client`,
    points: 30,
    duration: 15 * minutes,
    blockDuration: 15 * minutes,
  })
  // Hashed, because neither a person's address nor a mistyped password in the user field may be stored.
  const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')
  const userKey = ({ usernameKey, client }: LoginAttempt) => hashOf(`${client} ${usernameKey}`)

  return {
    async take(attempt) {
      const results = await Promise.allSettled([
        perUser.consume(userKey(attempt)),
        perClient.consume(hashOf(attempt.client)),
      ])
      const waits = results.map((result) => {
        if (result.status === 'fulfilled') return 0
        if (result.reason instanceof RateLimiterRes)
          return Math.max(1, Math.ceil(result.reason.msBeforeNext / 1000))
        throw result.reason
      })
      return Math.max(...waits)
    },
    async forgive(attempt) {
      await Promise.all([perUser.delete(userKey(attempt)), perClient.reward(hashOf(attempt.client))])
    },
  }
}
