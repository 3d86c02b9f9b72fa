import { Skeleton } from '@mantine/core'
import { describeError } from '#admin/kit/api/errors.ts'
import { Detail, Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { ProgressBar } from '#admin/kit/layout/progress-bar.tsx'
import { DataTable } from '#admin/kit/list/data-table.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Campaign } from '#features/campaigns/contract.ts'
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
                  <bdi className={styles.linkAddress}>{url}</bdi>
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
                  {sent > 0 && <Share url={url} part={people.at_most} sent={sent} />}
                </>
              ),
            },
          ]}
        />
      )}
    </Panel>
  )
}

function Share({ url, part, sent }: { url: string; part: number; sent: number }) {
  const { t, format } = useTexts()
  const share = t('campaigns.links.share', { share: format.percent(part / sent) })
  return (
    <>
      <ProgressBar label={url} value={part} max={sent} text={share} />
      <Detail>{share}</Detail>
    </>
  )
}
