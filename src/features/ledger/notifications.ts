import { z } from 'zod'
import type { NotificationSource, NotificationType } from '#shared/notifications/type.ts'
import { ledgerPermissions } from './permissions.ts'

const BrokenData = z.object({ index: z.int() })
type BrokenData = z.infer<typeof BrokenData>

/** A leaf of the ledger was changed or removed from outside. */
export const ledgerBroken: NotificationType<BrokenData> = {
  name: 'ledger.broken',
  permission: ledgerPermissions.readHealth,
  schema: BrokenData,
  mail: 'at_once',
  isAlarming: true,
}

/** What admins are told about the ledger. */
export const ledgerNotifications: readonly NotificationSource[] = [
  {
    type: ledgerBroken,
    describe: (told) =>
      told.map(({ data }) => ({
        variables: { index: String(data?.index ?? '') },
        path: '/admin/settings/signatures',
      })),
  } satisfies NotificationSource<BrokenData>,
]
