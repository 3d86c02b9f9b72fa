import type { BackupPart } from '#feature.ts'
import type { BadgeLeads, BadgeLedger } from './ports.ts'
import { createBadgeRestoringStore, heldBadges } from './restoring-store.ts'

interface BadgeBackupOptions {
  leads: Pick<BadgeLeads, 'bringBack' | 'setBadges'>
  ledger: Pick<BadgeLedger, 'forget'>
}

/** Badges that somebody has got since stay, with their holders; so do revocations. */
export function createBadgeBackup({ leads, ledger }: BadgeBackupOptions): BackupPart {
  return {
    compared: ['badge_awards', 'badge_bulks'],
    async keep(transaction, { sendsAgain }) {
      const store = createBadgeRestoringStore(transaction)
      await leads.bringBack(transaction, await store.listHolders())
      await ledger.forget(transaction, await store.keepAwards())
      await leads.setBadges(transaction, heldBadges)
      await store.keepBulks(sendsAgain)
    },
  }
}
