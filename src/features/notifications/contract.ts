import { z } from 'zod'
import type { LiveTopic } from '#shared/live/topic.ts'
import { mailChoices } from '#shared/notifications/type.ts'
import { pageQuery } from '#shared/paging.ts'
import { calendarMoment } from '#shared/time/moments.ts'
import { notificationPermissions } from './permissions.ts'

/** The names of kinds and tasks, such as `leads.joined`. */
const Name = z
  .string()
  .max(60, 'too_long')
  .regex(/^[a-z]+\.[a-z_]+$/, 'invalid')

/** Something that has happened, as a user is told of it. */
export const Notification = z.object({
  id: z.uuid(),
  type: z.string().meta({ examples: ['leads.joined'] }),
  /** A sentence in the language of the request. */
  title: z.string(),
  /** Where in the panel it leads. */
  path: z.string(),
  at: z.iso.datetime(),
  is_read: z.boolean(),
  /** Whether something has gone wrong. */
  is_alarming: z.boolean(),
})
export type Notification = z.infer<typeof Notification>

/** Something that is still to be done. */
export const Task = z.object({
  name: z.string().meta({ examples: ['seo.verify'] }),
  title: z.string(),
  text: z.string(),
  path: z.string(),
  /** Whether the user has put it aside. */
  is_dismissed: z.boolean(),
})
export type Task = z.infer<typeof Task>

/** What the bell shows. */
export const Bell = z.object({
  /** Unread notifications, and open tasks that were not put aside. */
  unread: z.int(),
  tasks: z.array(Task),
  /** The newest notifications. */
  latest: z.array(Notification),
})
export type Bell = z.infer<typeof Bell>

export const NotificationQuery = z.object({
  ...pageQuery,
  /** Only those that are unread. */
  unread: z.enum(['true', 'false'], 'invalid').default('false'),
  type: Name.meta({ examples: ['leads.joined'] }).optional(),
})
export type NotificationQuery = z.infer<typeof NotificationQuery>

const Ids = z.array(z.uuid('invalid'), 'invalid').min(1, 'required').max(200, 'too_long')

/** Which notifications were read: some, or all until a moment. */
export const ReadRequest = z.union([
  z.strictObject({ ids: Ids }),
  z.strictObject({ until: calendarMoment('time_invalid') }),
])
export type ReadRequest = z.infer<typeof ReadRequest>

/** Since when they count as read, to undo that. */
export const ReadResult = z.object({ read_at: z.iso.datetime() })
export type ReadResult = z.infer<typeof ReadResult>

/** Which notifications count as unread again: some, or those that were read at a moment. */
export const UnreadRequest = z.union([
  z.strictObject({ ids: Ids }),
  z.strictObject({ read_at: calendarMoment('time_invalid') }),
])
export type UnreadRequest = z.infer<typeof UnreadRequest>

export const TaskChange = z.object({ is_dismissed: z.boolean('invalid') })
export const taskByName = z.object({ name: Name.meta({ examples: ['seo.verify'] }) })

/** What a user gets by mail of one kind. */
export const Choice = z.object({
  type: z.string().meta({ examples: ['leads.joined'] }),
  label: z.string(),
  mail: z.enum(mailChoices),
})
export type Choice = z.infer<typeof Choice>

/** All kinds that a user is told of. */
export const Choices = z.object({
  choices: z.array(Choice),
  /** Where the mails go; null for a user without an address. */
  email: z.string().nullable(),
  /** Whether mails are sent at all. */
  can_send: z.boolean(),
})
export type Choices = z.infer<typeof Choices>

export const ChoiceChange = z.object({ mail: z.enum(mailChoices, 'invalid') })
export const typeByName = z.object({ type: Name.meta({ examples: ['leads.joined'] }) })

/** Signalled when notifications, what was read of them, or what decides about tasks has changed. */
export const notificationsChanged: LiveTopic = {
  name: 'notifications',
  permission: notificationPermissions.read,
}
