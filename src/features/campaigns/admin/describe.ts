import type { Format } from '#admin/kit/texts/format.ts'
import type { Translate } from '#admin/kit/texts/texts.ts'
import type { Campaign, CampaignProgress } from '#features/campaigns/contract.ts'

/** A number, or a range when only its limits are known. */
export function describeRange(
  { at_least, at_most }: CampaignProgress['opened'],
  t: Translate,
  format: Format,
): string {
  if (at_least === at_most) return format.number(at_least)
  return t('campaigns.run.range', { least: format.number(at_least), most: format.number(at_most) })
}

/** A number of people, as a sentence part. */
export function describePeople(count: number, t: Translate, format: Format): string {
  return t('campaigns.people', { count, shown: format.number(count) })
}

/** The speed of a campaign. */
export function describePace(throttle: number, t: Translate, format: Format): string {
  return throttle === 0
    ? t('campaigns.launch.fast')
    : t('campaigns.launch.rate', { rate: format.number(throttle) })
}

/** The number of mails that have reached a final status. */
export function countEnded({ sent, outbox, failed, bounced, suppressed }: CampaignProgress): number {
  return sent + outbox + failed + bounced + suppressed
}

/** The status that is shown: a throttled campaign is already sending while its mails are prepared. */
export function shownStatus({ status, throttle }: Pick<Campaign, 'status' | 'throttle'>): Campaign['status'] {
  return status === 'preparing' && throttle > 0 ? 'sending' : status
}

/** The time that is shown for a campaign. */
export function momentOf(
  campaign: Pick<Campaign, 'status' | 'due_at' | 'started_at' | 'ended_at' | 'updated_at'>,
): { key: 'changed' | 'due' | 'started' | 'ended'; at: string } {
  const { status, due_at, started_at, ended_at, updated_at } = campaign
  if (status === 'scheduled' && due_at) return { key: 'due', at: due_at }
  if (ended_at) return { key: 'ended', at: ended_at }
  if (started_at) return { key: 'started', at: started_at }
  return { key: 'changed', at: updated_at }
}
