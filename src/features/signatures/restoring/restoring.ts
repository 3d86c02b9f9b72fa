import type { BackupPart } from '#feature.ts'
import { createLinkStore } from '#features/signatures/link-store.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { createSignatureRestoringStore } from './restoring-store.ts'

interface SignatureBackupOptions {
  clock: Clock
  /** How many hours before its end people are reminded of a link. */
  reminderHours(): number
  bringBackLeads(transaction: Database, ids: readonly string[]): Promise<void>
  forgetInLedger(transaction: Database, ids: readonly string[]): Promise<void>
}

/** Signatures that somebody has activated since stay, with their holders and links; so do revocations, and keys that have signed. */
export function createSignatureBackup(options: SignatureBackupOptions): BackupPart {
  const { clock, reminderHours, bringBackLeads, forgetInLedger } = options
  return {
    compared: [
      ...['signatures', 'signature_links', 'signature_bulks', 'signature_master_keys'],
      'signature_document_keys',
    ],
    async keep(transaction, { sendsAgain }) {
      const store = createSignatureRestoringStore(transaction)
      await store.keepKeys()
      await bringBackLeads(transaction, await store.listHolders())
      const orphans = await store.keepSignatures(clock.now())
      await createLinkStore(transaction).deleteOf(orphans)
      await forgetInLedger(transaction, orphans)
      await store.keepBulks(sendsAgain)
      if (!sendsAgain) await store.endReminders(clock.now(), reminderHours())
    },
  }
}
