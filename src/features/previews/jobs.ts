import { z } from 'zod'
import type { Job } from '#platform/queue.ts'
import type { Previews } from './service.ts'

const Nothing = z.object({})

/** Deletes expired previews once a day. */
export function deletePreviewsJob(previews: Previews): Job<typeof Nothing> {
  return {
    name: 'previews-forget-expired',
    payload: Nothing,
    everyHours: 24,
    work: () => previews.deleteExpired(),
  }
}
