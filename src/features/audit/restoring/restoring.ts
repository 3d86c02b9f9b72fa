import type { BackupPart } from '#feature.ts'
import type { Clock } from '#platform/clock.ts'
import { createAuditRestoringStore } from './restoring-store.ts'

/**
 * The audit log only grows. Of the one of before and the one of the backup the longer stays, whole and with its chain, and what
 * only the other says is added to it. Where neither is the beginning of the other, or entries may be lost, an entry says so.
 */
export function createAuditBackup({ clock }: { clock: Clock }): BackupPart {
  return {
    compared: ['audit_entries', 'audit_links', 'audit_head', 'audit_queue', 'sensitive_actions'],
    async keepHistory(transaction, { takenAt, replacesData }) {
      const store = createAuditRestoringStore(transaction)
      const { kept, isForked } = await store.compare()
      await store.setTriggers('DISABLE')
      if (kept === 'before') {
        if (isForked) await store.putAside()
        await store.takeLogOfBefore()
      }
      await store.eraseAgain()
      if (kept === 'backup' || isForked) await store.addOther(kept === 'backup' ? 'before' : 'aside')
      if (isForked) await store.noteJoined(clock.now())
      if (isForked || !replacesData)
        await store.explain({
          backup: takenAt.toISOString(),
          found: isForked ? 'two logs' : 'no log',
          kept,
        })
      await store.setTriggers('ENABLE')
      await store.keepActions()
    },
  }
}
