import type { z } from 'zod'
import type { Language } from '#shared/languages.ts'
import type { Permission } from '#shared/permissions.ts'

/** Whether a user gets a kind of notification by mail too: never, in a daily mail, or as it happens. */
export const mailChoices = ['never', 'daily', 'at_once'] as const
export type MailChoice = (typeof mailChoices)[number]

/** A kind of notification. Its texts are under `notification-texts:types.<name>`: `label`, `title` with its variables, `several` where they are grouped. */
export interface NotificationType<Data = unknown> {
  /** The feature and what happened, such as `leads.joined`. */
  readonly name: string
  /** What a user needs to be told. */
  readonly permission: Permission
  /** What is stored of each: ids and names of things, no personal data. */
  readonly schema: z.ZodType<Data>
  /** What users get by mail who have chosen nothing. */
  readonly mail: MailChoice
  /** Whether something has gone wrong. */
  readonly isAlarming: boolean
  /**
   * Whether its title names people outside the team. Mails, which are not erased with them, have `mailTitle` instead.
   */
  readonly isAboutPeople?: boolean
  /** Minutes within which several are told as one. */
  readonly groupMinutes?: number
}

/** A notification to be told. */
export interface NewNotification {
  readonly type: NotificationType
  readonly data: unknown
  readonly at: Date
  /** The only user whom it is for; all who may see it by default. */
  readonly userId?: string
  /** The user whose doing it is, who is not told. */
  readonly actorId?: string
  /** The lead whom it is about: it is erased with them. */
  readonly personId?: string
}

/** What is told by a stored notification. */
export interface Told<Data> {
  /** Undefined when it tells of several. */
  data: Data | undefined
  /** How many it tells of. */
  count: number
}

/** The variables of a notification's title, and the path in the panel that it leads to. */
export interface Description {
  variables: Record<string, string>
  path: string
}

/** A kind of notification and what its feature says about those that are stored, in their order. */
export interface NotificationSource<Data = unknown> {
  readonly type: NotificationType<Data>
  describe(
    told: readonly Told<Data>[],
    language: Language,
  ): readonly Description[] | Promise<readonly Description[]>
}

/** A notification of a kind. */
export function notificationOf<Data>(
  type: NotificationType<Data>,
  details: Omit<NewNotification, 'type' | 'data'> & { data: NoInfer<Data> },
): NewNotification {
  return { type, ...details }
}
