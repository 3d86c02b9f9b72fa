import { z } from 'zod'
import type { Permission } from '#shared/permissions.ts'
import type { Days } from './days.ts'

/** Days in a time zone. */
export interface LocalDays extends Days {
  timeZone: string
}

/** Something that the team did on a day, and that may explain a figure of it. */
export const TimelineEvent = z.object({
  day: z.iso.date(),
  /** Null for several things that are one event, such as the texts that were published on a day. */
  name: z.string().nullable(),
  count: z.number().int(),
})
export type TimelineEvent = z.infer<typeof TimelineEvent>

/** What a feature has for the time lines of figures. */
export interface TimelineSource {
  /** What its events are called is the text `dashboard:dashboard.marks.<kind>`. */
  kind: string
  /** What a user needs to see them. */
  permission: Permission
  list(days: LocalDays): Promise<TimelineEvent[]>
}
