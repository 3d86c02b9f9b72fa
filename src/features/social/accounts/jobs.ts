import { z } from 'zod'
import { createConnectionStore } from '#features/social/accounts/connecting/connection-store.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import type { Job } from '#platform/queue.ts'

const Nothing = z.object({})
const day = 24 * 3_600_000

/** Deletes, once a day, what people began to connect the day before. */
export function forgetConnectionsJob({ db, clock }: { db: Database; clock: Clock }): Job<typeof Nothing> {
  return {
    name: 'social-forget-connections',
    payload: Nothing,
    everyHours: 24,
    work: () => createConnectionStore(db).deleteBefore(new Date(clock.now().getTime() - day)),
  }
}
