import { z } from 'zod'
import type { Documents } from '#features/documents/editing/documents.ts'
import type { Clock } from '#platform/clock.ts'
import type { Job } from '#platform/queue.ts'
import { binDays } from './model.ts'

const Nothing = z.object({})
const day = 24 * 3_600_000

/** Once a day: deletes what has been in the bin for 30 days. */
export function binJob({ documents, clock }: { documents: Documents; clock: Clock }): Job<typeof Nothing> {
  return {
    name: 'documents-bin',
    payload: Nothing,
    everyHours: 24,
    work: () => documents.eraseDeletedBefore(new Date(clock.now().getTime() - binDays * day)),
  }
}
