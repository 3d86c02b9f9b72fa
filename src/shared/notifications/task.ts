import type { Permission } from '#shared/permissions.ts'

/**
 * Something that the team has to do once. It counts among the notifications until it is done. Its texts are under
 * `notification-texts:tasks.<name>`: `title` and `text`. A trigger on the tables that decide about it signals `notifications`.
 */
export interface TeamTask {
  /** The feature and what is to be done, such as `seo.verify`. */
  readonly name: string
  /** What a user needs to do it. */
  readonly permission: Permission
  /** The path in the panel where it is done. */
  readonly path: string
  isDone(): boolean | Promise<boolean>
}
