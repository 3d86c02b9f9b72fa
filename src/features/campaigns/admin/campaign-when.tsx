import { Meta } from '#admin/kit/layout/hint.tsx'
import { formatMoment } from '#admin/kit/moment.ts'
import { State, type StateSymbol } from '#admin/kit/state-mark.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Campaign, CampaignStatus } from '#features/campaigns/contract.ts'
import { momentOf, shownStatus } from './describe.ts'

type Shown = Parameters<typeof momentOf>[0] & Pick<Campaign, 'throttle'>

const symbols: Record<CampaignStatus, StateSymbol> = {
  draft: 'begun',
  scheduled: 'begun',
  preparing: 'changing',
  sending: 'changing',
  paused: 'attention',
  done: 'done',
  cancelled: 'none',
}

/** The status of a campaign and its time, with the time zone. */
export function CampaignWhen({ campaign }: { campaign: Shown }) {
  const { t, language } = useTexts()
  const { key, at } = momentOf(campaign)
  return (
    <Meta>
      <State symbol={symbols[shownStatus(campaign)]}>{t(`campaigns.status.${shownStatus(campaign)}`)}</State>
      <span>{t(`campaigns.when.${key}`, { date: formatMoment(at, language) })}</span>
    </Meta>
  )
}
