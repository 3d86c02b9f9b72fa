import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Job } from '#platform/queue.ts'
import { keptDays } from './contract.ts'
import { createMessageStore } from './message-store.ts'

const Nothing = z.object({})
const day = 24 * 3_600_000

/** Deletes, once a day, events that happened more than a month ago and what was sent of them. */
export function forgetEventsJob({ db, clock }: { db: Database; clock: Clock }): Job<typeof Nothing> {
  return {
    name: 'webhooks-forget-events',
    payload: Nothing,
    everyHours: 24,
    work: () => createMessageStore(db).deleteBefore(new Date(clock.now().getTime() - keptDays * day)),
  }
}
