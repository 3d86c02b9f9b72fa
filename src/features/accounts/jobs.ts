import { z } from 'zod'
import type { AddressStore } from '#features/accounts/profile/address-store.ts'
import type { Clock } from '#platform/clock.ts'
import type { Job } from '#platform/queue.ts'
import type { ResetStore } from './reset-store.ts'
import type { SessionStore } from './session-store.ts'

const Nothing = z.object({})

const day = 24 * 3_600_000

interface ForgetEndedOptions {
  sessions: SessionStore
  resets: ResetStore
  addresses: Pick<AddressStore, 'deleteExpiredBefore'>
  /** Deletes what has expired of second factors. */
  forgetFactors(now: Date): Promise<void>
  clock: Clock
}

/**
 * Deletes, once a day, sessions that ended a month ago, links to new passwords that expired a day ago, those that confirm an
 * address a week after, expired challenges and counts of sign-in attempts, and keys of authenticator apps that were not
 * confirmed for a day.
 */
export function forgetEndedJob({
  sessions,
  resets,
  addresses,
  forgetFactors,
  clock,
}: ForgetEndedOptions): Job<typeof Nothing> {
  return {
    name: 'accounts-forget-ended',
    payload: Nothing,
    everyHours: 24,
    async work() {
      const now = clock.now()
      await sessions.deleteEndedBefore(new Date(now.getTime() - 30 * day))
      await resets.deleteEndedBefore(new Date(now.getTime() - day))
      await addresses.deleteExpiredBefore(new Date(now.getTime() - 7 * day))
      await forgetFactors(now)
      await sessions.deleteLoginAttemptsBefore(now)
    },
  }
}
