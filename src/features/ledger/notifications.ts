import { z } from 'zod'
import type { Translate } from '#platform/catalogues.ts'
import type { Language } from '#shared/languages.ts'
import type { NotificationSource, NotificationType } from '#shared/notifications/type.ts'
import { anchorFaults } from './model.ts'
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

const StalledData = z.object({ fault: z.enum(anchorFaults) })
type StalledData = z.infer<typeof StalledData>

/** Checkpoints cannot be written to the chain. */
export const ledgerAnchorStalled: NotificationType<StalledData> = {
  name: 'ledger.anchor_stalled',
  permission: ledgerPermissions.readHealth,
  schema: StalledData,
  mail: 'at_once',
  isAlarming: true,
}

interface LedgerNotificationOptions {
  translator(language: Language): Translate
}

/** What admins are told about the ledger. */
export function createLedgerNotifications({ translator }: LedgerNotificationOptions) {
  const path = '/admin/settings/signatures'
  const broken: NotificationSource<BrokenData> = {
    type: ledgerBroken,
    describe: (told) => told.map(({ data }) => ({ variables: { index: String(data?.index ?? '') }, path })),
  }
  const stalled: NotificationSource<StalledData> = {
    type: ledgerAnchorStalled,
    describe(told, language) {
      const t = translator(language)
      return told.map(({ data }) => ({
        variables: { reason: data ? t(`notification-texts:anchorFaults.${data.fault}`) : '' },
        path,
      }))
    },
  }
  const sources: NotificationSource[] = [broken, stalled]
  return sources
}
