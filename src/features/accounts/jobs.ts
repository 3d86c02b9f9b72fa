import { z } from 'zod'
import type { Job } from '#platform/queue.ts'
import type { Accounts } from './service.ts'

const Nothing = z.object({})

/** Once a day: forgets ended sessions and old tries to sign in. */
export function forgetEndedJob(accounts: Accounts): Job<typeof Nothing> {
  return {
    name: 'accounts-forget-ended',
    payload: Nothing,
    everyHours: 24,
    work: () => accounts.forgetEnded(),
  }
}
