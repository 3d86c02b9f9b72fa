import { Skeleton } from '@mantine/core'
import { describeError } from '#admin/kit/api/errors.ts'
import { Detail, Hint } from '#admin/kit/layout/hint.tsx'
import { OutwardLink } from '#admin/kit/layout/outward-link.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { ProgressBar } from '#admin/kit/layout/progress-bar.tsx'
import { DataTable } from '#admin/kit/list/data-table.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Campaign, CampaignLink } from '#features/campaigns/contract.ts'
import { languageNames } from '#shared/languages.ts'
import styles from './campaigns.module.css'
import { describeRange } from './describe.ts'
import { useCampaignLinks } from './use-campaigns.ts'

interface LinkClicksProps {
  campaign: Campaign
  /** How many of its mails were sent. */
  sent: number
}

/** How many people have followed each link of a campaign. */
export function LinkClicks({ campaign, sent }: LinkClicksProps) {
  const { t, format } = useTexts()
  const links = useCampaignLinks(campaign)
  return (
    <Panel title={t('campaigns.links.title')} size="small">
      {links.isError && !links.data && <Notice kind="error">{describeError(links.error, t)}</Notice>}
      {links.isPending && <Skeleton height={80} />}
      {links.data?.length === 0 && <Hint>{t('campaigns.links.none')}</Hint>}
      {links.data && links.data.length > 0 && (
        <div className={styles.links}>
          <DataTable
            caption={t('campaigns.links.title')}
            rows={links.data}
            keyOf={({ url }) => url}
            cardsBelow="narrow"
            columns={[
              {
                key: 'link',
                label: t('campaigns.links.link'),
                isRowHeader: true,
                cell: ({ url, languages }) => (
                  <>
                    <OutwardLink to={url} dir="ltr">
                      {url}
                    </OutwardLink>
                    <Detail>{format.list(languages.map((language) => languageNames[language]))}</Detail>
                  </>
                ),
              },
              {
                key: 'people',
                label: t('campaigns.links.people'),
                width: '14rem',
                cell: ({ url, people }) => (
                  <>
                    {describeRange(people, t, format)}
                    {sent > 0 && <Share url={url} people={people} sent={sent} />}
                  </>
                ),
              },
            ]}
          />
          {links.data.some(({ people }) => people.at_least < people.at_most) && (
            <Hint>{t('campaigns.links.range')}</Hint>
          )}
        </div>
      )}
    </Panel>
  )
}

interface ShareProps {
  url: string
  people: CampaignLink['people']
  sent: number
}

/** Which part of those who got the mail have followed a link, as exactly as can be known. */
function Share({ url, people, sent }: ShareProps) {
  const { t, format } = useTexts()
  const share = t('campaigns.links.share', {
    share: format.percentRange(people.at_least / sent, people.at_most / sent),
  })
  return (
    <>
      <ProgressBar label={url} value={people.at_most} max={sent} text={share} />
      <Detail>{share}</Detail>
    </>
  )
}
