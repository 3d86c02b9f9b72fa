import { z } from 'zod'
import type { NotificationSource, NotificationType } from '#shared/notifications/type.ts'
import { auditPermissions } from './permissions.ts'

const BrokenData = z.object({ position: z.int() })
type BrokenData = z.infer<typeof BrokenData>

/** An entry of the audit log was changed or removed from outside. */
export const auditBroken: NotificationType<BrokenData> = {
  name: 'audit.broken',
  permission: auditPermissions.read,
  schema: BrokenData,
  mail: 'at_once',
  isAlarming: true,
}

/** What admins are told about the audit log. */
export const auditNotifications: readonly NotificationSource[] = [
  {
    type: auditBroken,
    describe: (told) =>
      told.map(({ data }) => ({
        variables: { position: String(data?.position ?? '') },
        path: '/admin/audit',
      })),
  } satisfies NotificationSource<BrokenData>,
]
