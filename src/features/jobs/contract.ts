import { z } from 'zod'
import { pageQuery } from '#shared/paging.ts'

/** A background job that failed in all its attempts. */
export const FailedJob = z.object({
  id: z.uuid(),
  /** The kind of job, such as `early-adopters-retention`. */
  name: z.string().meta({ examples: ['early-adopters-retention'] }),
  attempts: z.number().int(),
  created_at: z.iso.datetime(),
  failed_at: z.iso.datetime(),
  /** The message of the last error, for the operator. */
  reason: z.string().meta({ examples: ['The disk is full.'] }),
})
export type FailedJob = z.infer<typeof FailedJob>

export const FailedJobQuery = z.object(pageQuery)
