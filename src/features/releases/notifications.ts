import { z } from 'zod'
import type { NotificationSource, NotificationType, Told } from '#shared/notifications/type.ts'
import { releasePermissions } from './permissions.ts'

const ReleaseData = z.object({ release_id: z.uuid(), name: z.string() })
type ReleaseData = z.infer<typeof ReleaseData>

/** A scheduled release has gone live. */
export const releaseLive: NotificationType<ReleaseData> = {
  name: 'releases.live',
  permission: releasePermissions.read,
  schema: ReleaseData,
  mail: 'never',
  isAlarming: false,
}

/** A scheduled release could not go live. */
export const releaseFailed: NotificationType<ReleaseData> = {
  ...releaseLive,
  ...{ name: 'releases.failed', permission: releasePermissions.publish, mail: 'at_once', isAlarming: true },
}

const describe = (told: readonly Told<ReleaseData>[]) =>
  told.map(({ data }) => ({
    variables: { name: data?.name ?? '' },
    path: data ? `/admin/content/releases/${data.release_id}` : '/admin/content/releases',
  }))

/** What the team is told about releases. */
export const releaseNotifications: readonly NotificationSource[] = [
  { type: releaseLive, describe } satisfies NotificationSource<ReleaseData>,
  { type: releaseFailed, describe } satisfies NotificationSource<ReleaseData>,
]
