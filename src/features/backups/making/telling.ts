import type { Notify } from '#feature.ts'
import {
  backupFailed,
  backupIncomplete,
  backupsLeft,
  backupsOverdue,
} from '#features/backups/notifications.ts'
import { backupCompleted, backupFailed as failedEvent } from '#features/backups/webhook-events.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { type NewNotification, notificationOf } from '#shared/notifications/type.ts'
import { eventOf, type WebhookEvent } from '#shared/webhooks/event.ts'
import { type BackupChanges, createHeldBackupStore, type HeldBackup } from './held-store.ts'
import type { EndedBackup } from './maker.ts'

export interface TellingOptions {
  db: Database
  clock: Clock
  notify: Notify
  /** Announces events in the transaction of the change that they tell of. */
  announce(transaction: Database, told: readonly WebhookEvent[]): Promise<void>
}

/** Tells the team and programs of others how backups go. */
export function createTelling({ db, clock, notify, announce }: TellingOptions) {
  return {
    /** Writes the last of a backup and tells of it, in one transaction. */
    async finish(held: HeldBackup, changes: BackupChanges, ended: EndedBackup): Promise<void> {
      const at = clock.now()
      await db.transaction(async (transaction) => {
        await createHeldBackupStore(transaction).write(held, changes)
        await announce(transaction, eventsOf(ended, at))
        await notify(transaction, notificationsOf(ended, at))
      })
    },

    tellOfOverdue: (transaction: Database, days: number) =>
      notify(transaction, [notificationOf(backupsOverdue, { data: { days }, at: clock.now() })]),

    tellOfLeftovers: (count: number) =>
      db.transaction((transaction) =>
        notify(transaction, [notificationOf(backupsLeft, { data: { count }, at: clock.now() })]),
      ),
  }
}

/** Nobody has to be told of what somebody has canceled. */
function eventsOf({ id, failure, size }: EndedBackup, at: Date): WebhookEvent[] {
  if (failure === 'canceled') return []
  return failure
    ? [eventOf(failedEvent, { data: { backup_id: id, failure }, at })]
    : [eventOf(backupCompleted, { data: { backup_id: id, size: size ?? null }, at })]
}

function notificationsOf({ id, failure, copies }: EndedBackup, at: Date): NewNotification[] {
  if (failure === 'canceled') return []
  if (failure) return [notificationOf(backupFailed, { data: { backup_id: id, failure }, at })]
  return copies
    .filter(({ state }) => state === 'failed')
    .map(({ destination }) => notificationOf(backupIncomplete, { data: { backup_id: id, destination }, at }))
}
