import { z } from 'zod'
import type { NotificationSource, NotificationType } from '#shared/notifications/type.ts'
import { backupDestinations, backupFailures } from './contract.ts'
import { backupPermissions } from './permissions.ts'

const common = { permission: backupPermissions.read, mail: 'at_once', isAlarming: true } as const

/** A backup was not made, or could not be proven. */
export const backupFailed: NotificationType<FailedData> = {
  ...common,
  name: 'backups.failed',
  schema: z.object({ backup_id: z.uuid(), failure: z.enum(backupFailures) }),
}
interface FailedData {
  backup_id: string
  failure: (typeof backupFailures)[number]
}

/** A backup is proven, and missing at one of its places. */
export const backupIncomplete: NotificationType<IncompleteData> = {
  ...common,
  name: 'backups.incomplete',
  schema: z.object({ backup_id: z.uuid(), destination: z.enum(backupDestinations) }),
}
interface IncompleteData {
  backup_id: string
  destination: (typeof backupDestinations)[number]
}

/** There has been no proven backup for too long. */
export const backupsOverdue: NotificationType<OverdueData> = {
  ...common,
  name: 'backups.overdue',
  schema: z.object({ days: z.number().int() }),
}
interface OverdueData {
  days: number
}

/** Old backups could not be deleted. */
export const backupsLeft: NotificationType<LeftData> = {
  ...common,
  name: 'backups.not_deleted',
  schema: z.object({ count: z.number().int() }),
}
interface LeftData {
  count: number
}

const path = '/admin/backups'
const describePlain = (told: readonly unknown[]) => told.map(() => ({ variables: {}, path }))

/** What admins are told about backups. */
export const backupNotifications: readonly NotificationSource[] = [
  { type: backupFailed, describe: describePlain } satisfies NotificationSource<FailedData>,
  { type: backupIncomplete, describe: describePlain } satisfies NotificationSource<IncompleteData>,
  {
    type: backupsOverdue,
    describe: (told) => told.map(({ data }) => ({ variables: { number: String(data?.days ?? '') }, path })),
  } satisfies NotificationSource<OverdueData>,
  { type: backupsLeft, describe: describePlain } satisfies NotificationSource<LeftData>,
]
