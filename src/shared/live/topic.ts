import type { Permission } from '#shared/permissions.ts'

/** Something that screens show anew whenever it has changed. A trigger on its tables signals that (`signal_changes`). */
export interface LiveTopic {
  readonly name: string
  /** What a user needs to be told of changes. */
  readonly permission: Permission
}
