import type { MailStatus } from '#features/mail/contract.ts'
import type { Database } from '#platform/postgres.ts'
import type { Language } from '#shared/languages.ts'
import type { Audience, CampaignProgress } from './contract.ts'
import { endOfAudience } from './preparation.ts'
import type { CampaignRow } from './store.ts'

/** The counts of a campaign's mails, from the mail feature. */
interface Mails {
  byStatus: Partial<Record<MailStatus, number>>
  opened: { at_least: number; at_most: number }
  clicked: { at_least: number; at_most: number }
  unsubscribed: number
}

/** The sources of the figures, in other features. */
export interface ProgressSources {
  audiences: {
    count(
      db: Database,
      audience: Audience,
      part?: { after?: string | null; joinedBy?: Date | null; searchesAddresses?: boolean },
    ): Promise<Map<Language, number>>
  }
  mail: { count(db: Database, campaignIds: string[]): Promise<Map<string, Mails>> }
}

const noMails: Mails = {
  byStatus: {},
  opened: { at_least: 0, at_most: 0 },
  clicked: { at_least: 0, at_most: 0 },
  unsubscribed: 0,
}

/** The progress of each of these campaigns, by id. */
export async function readProgress(
  db: Database,
  rows: readonly CampaignRow[],
  { audiences, mail }: ProgressSources,
): Promise<Map<string, CampaignProgress>> {
  const started = rows.filter(({ startedAt }) => startedAt)
  const counts = await mail.count(
    db,
    started.map(({ id }) => id),
  )
  const entries = rows.map(async (row): Promise<[string, CampaignProgress]> => {
    const { byStatus, ...hits } = counts.get(row.id) ?? noMails
    const isComing = row.startedAt && row.preparedTo !== endOfAudience && row.status !== 'cancelled'
    const coming = isComing
      ? sum(await audiences.count(db, row.audience, { after: row.preparedTo, joinedBy: row.startedAt }))
      : 0
    const {
      queued = 0,
      sending = 0,
      sent = 0,
      outbox = 0,
      failed = 0,
      bounced = 0,
      suppressed = 0,
    } = byStatus
    return [
      row.id,
      {
        status: row.status,
        total: row.prepared + coming,
        prepared: row.prepared,
        queued: queued + sending,
        ...{ sent, outbox, failed, bounced, suppressed },
        ...hits,
      },
    ]
  })
  return new Map(await Promise.all(entries))
}

/** The total over all statuses. */
export function sum(counts: ReadonlyMap<unknown, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0)
}
