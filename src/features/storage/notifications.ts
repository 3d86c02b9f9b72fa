import { z } from 'zod'
import { jobPermissions } from '#features/jobs/permissions.ts'
import type { NotificationSource, NotificationType } from '#shared/notifications/type.ts'

const MissingFiles = z.object({ count: z.number().int() })
type MissingFiles = z.infer<typeof MissingFiles>

/** Files that rows name are not in the store. */
export const filesMissing: NotificationType<MissingFiles> = {
  name: 'storage.missing',
  permission: jobPermissions.read,
  schema: MissingFiles,
  mail: 'at_once',
  isAlarming: true,
}

/** What admins are told about the file store. */
export const storageNotifications: readonly NotificationSource[] = [
  {
    type: filesMissing,
    describe: (told) =>
      told.map(({ data }) => ({
        variables: { number: String(data?.count ?? '') },
        path: '/admin/documents',
      })),
  } satisfies NotificationSource<MissingFiles>,
]
