import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { SignatureLeads } from '#features/signatures/ports.ts'
import { signatureSettings } from '#features/signatures/settings.ts'
import { createSignatureStore } from '#features/signatures/store.ts'
import type { Clock } from '#platform/clock.ts'
import type { Poller } from '#platform/poller.ts'
import type { Database } from '#platform/postgres.ts'
import type { LiveSettings } from '#platform/settings/live-settings.ts'
import type { Inviting } from './inviting.ts'
import { createReminderStore, someAreToBeReminded } from './reminder-store.ts'

interface ReminderOptions {
  db: Database
  clock: Clock
  settings: Pick<LiveSettings, 'get'>
  leads: Pick<SignatureLeads, 'lock' | 'isReachable'>
  sendLinks: Inviting['sendLinks']
}

/** Reminders in one transaction. */
const batchSize = 50
// Limited, so that a stopping server does not wait for thousands of mails.
const batchesAtOnce = 5

/**
 * Reminds those once who have not activated their signature, some hours before their link ends: with a second link, which
 * ends at the same time. None is sent to whom no mail may be sent.
 */
export function createReminders({ db, clock, settings, leads, sendLinks }: ReminderOptions) {
  const isReachable = (leadId: AnyPgColumn) => leads.isReachable(db, leadId)

  /** Sends one batch; returns whether there may be more to do. */
  async function work(): Promise<boolean> {
    const hours = settings.get(signatureSettings.reminderHours)
    if (hours === 0) return false
    const time = { now: clock.now(), hours }
    return db.transaction(async (transaction) => {
      const store = createReminderStore(transaction)
      const leadIds = await store.listToRemind(time, isReachable, batchSize)
      if (leadIds.length === 0) return false
      // Locks the leads first, in the same order as inviting.
      const found = await leads.lock(transaction, leadIds)
      const leadOf = new Map(found.map((lead) => [lead.id, lead]))
      const rows = await store.lockToRemind(time, leadIds)
      const addressees = rows.flatMap((row) => {
        const lead = leadOf.get(row.leadId ?? '')
        return lead?.isReachable ? [{ lead, row: { ...row, linksSent: row.linksSent + 1 } }] : []
      })
      for (const { row } of addressees) {
        await createSignatureStore(transaction).update(row.id, {
          remindedAt: time.now,
          linksSent: row.linksSent,
        })
      }
      await sendLinks(transaction, addressees, 'reminder')
      return addressees.length > 0
    })
  }

  return {
    work,

    isDue(now: Date) {
      const hours = settings.get(signatureSettings.reminderHours)
      return someAreToBeReminded({ now, hours }, isReachable)
    },
  }
}
export type Reminders = ReturnType<typeof createReminders>

/** Sends reminders, every minute. */
export function reminderPoller({ work, isDue }: Reminders): Poller {
  return {
    name: 'signature-reminders',
    everySeconds: 60,
    isDue,
    async poll() {
      for (let batch = 0; batch < batchesAtOnce; batch++) if (!(await work())) return
    },
  }
}
