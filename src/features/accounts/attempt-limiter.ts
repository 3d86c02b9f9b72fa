import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import { Problem } from '#shared/problem.ts'

/** Counts attempts over all server processes, before they are checked, so that many simultaneous ones gain nothing. */
export interface AttemptLimiter<Key = string> {
  /** Counts an attempt; returns the seconds to wait when there have been too many, else 0. */
  take(key: Key): Promise<number>
  /** Takes back an attempt that does not count. */
  forgive(key: Key): Promise<void>
}

const quarterOfAnHour = 15 * 60

/** A count of attempts, of which so many are allowed in 15 minutes; after that none for as long. */
export function createAttemptCounter(pool: Pool, keyPrefix: string, points: number): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'login_attempts',
    tableCreated: true,
    clearExpiredByTimeout: false,
    ...{ keyPrefix, points },
    duration: quarterOfAnHour,
    blockDuration: quarterOfAnHour,
  })
}

/** What counts are stored under: neither an address nor a password that was typed into the user field may be. */
export const hashAttemptKey = (text: string) => createHash('sha256').update(text).digest('base64url')

/** Counts an attempt. @throws {Problem} 429 `login_locked` when there have been too many */
export async function takeAttempt<Key>(limiter: AttemptLimiter<Key>, key: Key): Promise<void> {
  const wait = await limiter.take(key)
  if (wait > 0) throw new Problem('login_locked', 429, { retryAfter: wait })
}
