import { Meta } from '#admin/kit/layout/hint.tsx'
import { formatMoment } from '#admin/kit/moment.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Campaign } from '#features/campaigns/contract.ts'
import { momentOf, shownStatus } from './describe.ts'

type Shown = Parameters<typeof momentOf>[0] & Pick<Campaign, 'throttle'>

/** The status of a campaign and its time, with the time zone. */
export function CampaignWhen({ campaign }: { campaign: Shown }) {
  const { t, language } = useTexts()
  const { key, at } = momentOf(campaign)
  return (
    <Meta>
      <b>{t(`campaigns.status.${shownStatus(campaign)}`)}</b>
      <span>{t(`campaigns.when.${key}`, { date: formatMoment(at, language) })}</span>
    </Meta>
  )
}
