import type { Notify } from '#feature.ts'
import { createTellingStore } from './telling-store.ts'

/** What other features need of notifications; it depends on none of them. */
export function createNotificationRecords() {
  const notify: Notify = async (transaction, told) => {
    if (told.length > 0) await createTellingStore(transaction).insert(told)
  }
  return { notify }
}
