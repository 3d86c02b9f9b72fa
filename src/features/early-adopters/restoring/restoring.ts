import type { BackupPart, FindDeleted } from '#feature.ts'
import type { Erasures } from '#features/early-adopters/rights/erasure.ts'
import type { Clock } from '#platform/clock.ts'
import { createLeadRestoringStore } from './restoring-store.ts'

interface LeadBackupOptions {
  clock: Clock
  findDeleted: FindDeleted
  eraseAgain: Erasures['eraseAgain']
}

/** Whoever was erased since stays erased, everywhere; and what people have decided about their data since stays decided. */
export function createLeadBackup({ clock, findDeleted, eraseAgain }: LeadBackupOptions): BackupPart {
  return {
    compared: [
      ...['early_adopters', 'lead_events', 'lead_email_changes', 'lead_enquiries', 'confirmation_queue'],
      ...['consent_texts', 'erasures', 'erased_cohorts'],
    ],
    async keep(transaction, { takenAt, sendsAgain }) {
      const store = createLeadRestoringStore(transaction)
      await eraseAgain(transaction, await findDeleted(transaction, 'early_adopters', await store.listNew()))
      await store.keepErasureCounts()
      await store.keepOwnActs(takenAt)
      await store.keepEmailChanges()
      if (!sendsAgain) await store.endWaiting(clock.now())
    },
  }
}
