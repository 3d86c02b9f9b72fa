import { z } from 'zod'
import type { NotificationSource, NotificationType, Told } from '#shared/notifications/type.ts'
import { socialPermissions } from './permissions.ts'

const PostData = z.object({ post_id: z.uuid(), account: z.string() })
type PostData = z.infer<typeof PostData>

/** A post was not published, and a person has to decide. */
export const postFailed: NotificationType<PostData> = {
  name: 'social.failed',
  permission: socialPermissions.publish,
  schema: PostData,
  mail: 'at_once',
  isAlarming: true,
  groupMinutes: 60,
}

/** A post is due that a person publishes by hand. */
export const postHandedOver: NotificationType<PostData> = {
  ...postFailed,
  name: 'social.due',
  isAlarming: false,
}

const describe = (told: readonly Told<PostData>[]) =>
  told.map(({ data }) => ({
    variables: { account: data?.account ?? '' },
    path: data ? `/admin/social/posts/${data.post_id}` : '/admin/social/alertas',
  }))

/** What the team is told about posts. */
export const postNotifications: readonly NotificationSource[] = [
  { type: postFailed, describe } satisfies NotificationSource<PostData>,
  { type: postHandedOver, describe } satisfies NotificationSource<PostData>,
]
