import { z } from 'zod'
import { PlatformId } from '#features/social/contract.ts'
import { postStages, postStatuses } from '#features/social/posts/contract.ts'

/** A post as the calendar shows it; `content` is the beginning of its text. */
export const CalendarPost = z.object({
  id: z.uuid(),
  platform: PlatformId,
  account_name: z.string(),
  content: z.string(),
  scheduled_at: z.iso.datetime(),
  status: z.enum(postStatuses),
  stage: z.enum(postStages),
})
export type CalendarPost = z.infer<typeof CalendarPost>

/** Something that somebody is writing, as it is stored. */
export const StoredDraft = z.object({
  id: z.uuid(),
  version: z.number().int(),
  content: z.unknown(),
  updated_at: z.iso.datetime(),
})
export type StoredDraft = z.infer<typeof StoredDraft>

/** A value of a target field that an account may use. */
export const Target = z.object({ id: z.string(), name: z.string() })
export type Target = z.infer<typeof Target>
