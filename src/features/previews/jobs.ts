import { z } from 'zod'
import type { Job } from '#platform/queue.ts'
import type { Previews } from './service.ts'

const Nothing = z.object({})

/** Once a day: forgets the texts of previews that are over. */
export function forgetPreviewsJob(previews: Previews): Job<typeof Nothing> {
  return {
    name: 'previews-forget-expired',
    payload: Nothing,
    everyHours: 24,
    work: () => previews.forgetExpired(),
  }
}
