import type { BackupPart } from '#feature.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres.ts'
import { createMailRestoringStore } from './restoring-store.ts'

export interface MailRestoringOptions {
  clock: Clock
  /** Brings back the campaigns that have started since, which their mails need. */
  keepCampaigns(transaction: Database): Promise<void>
}

/** Mails are not sent twice, and nobody who wants none gets any. */
export function createMailBackup({ clock, keepCampaigns }: MailRestoringOptions): BackupPart {
  return {
    compared: [
      ...['mails', 'mail_events', 'mail_hits', 'mail_counts', 'mail_suppressions', 'mail_campaign_links'],
    ],
    async keep(transaction, { sendsAgain }) {
      const store = createMailRestoringStore(transaction)
      await store.keepSuppressions()
      await keepCampaigns(transaction)
      await store.keepSent()
      if (!sendsAgain) await store.endWaiting(clock.now())
    },
  }
}
