import { z } from 'zod'
import { pageQuery } from '#shared/paging.ts'

/** The outcome of a recorded action: `started` is one that has not ended, or was interrupted. */
export const actionOutcomes = ['started', 'done', 'failed'] as const

/** An action that asks for the password, such as an export. The subject holds ids and counts, no personal data. */
export const RecordedAction = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  /** Who did it; null once the user is deleted. */
  user: z.object({ id: z.uuid(), name: z.string(), username: z.string() }).nullable(),
  /** The permission it needed, such as `leads.erase`. */
  action: z.string(),
  subject: z.record(z.string(), z.union([z.string(), z.number()])),
  outcome: z.enum(actionOutcomes),
})
export type RecordedAction = z.infer<typeof RecordedAction>

export const RecordedActionQuery = z.object(pageQuery)
export type RecordedActionQuery = z.infer<typeof RecordedActionQuery>
