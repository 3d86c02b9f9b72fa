import type { Database } from '#platform/postgres.ts'
import type { NewNotification } from '#shared/notifications/type.ts'
import { createTellingStore } from './telling-store.ts'

/** Tells the team of something, in the transaction in which it happens. The last statement of it, since others may wait. */
export type Notify = (transaction: Database, told: readonly NewNotification[]) => Promise<void>

/** What other features need of notifications; it depends on none of them. */
export function createNotificationRecords() {
  const notify: Notify = async (transaction, told) => {
    if (told.length > 0) await createTellingStore(transaction).insert(told)
  }
  return { notify }
}
