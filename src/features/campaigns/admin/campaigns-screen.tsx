import './texts.ts'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Facts } from '#admin/kit/layout/facts.tsx'
import { RowLink } from '#admin/kit/layout/rows.tsx'
import { GrowingList } from '#admin/kit/list/growing-list.tsx'
import { EmptyState } from '#admin/kit/notice.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { CampaignEntry } from '#features/campaigns/contract.ts'
import { campaignPermissions } from '#features/campaigns/permissions.ts'
import { CampaignBar } from './campaign-bar.tsx'
import { CampaignWhen } from './campaign-when.tsx'
import styles from './campaigns.module.css'
import { describeRange } from './describe.ts'
import { useCampaigns } from './use-campaigns.ts'

/** Every campaign, newest first, with its progress. */
export function CampaignsScreen() {
  const { t } = useTexts()
  const canEdit = useCan(campaignPermissions.edit)
  return (
    <>
      <ScreenHeading
        title={t('screens.campaigns')}
        intro={t('campaigns.intro')}
        aside={canEdit && <NewCampaign />}
      />
      <CampaignList canEdit={canEdit} />
    </>
  )
}

function NewCampaign() {
  const { t } = useTexts()
  return (
    <Button component={Link} to="/admin/email/campaigns/new">
      {t('screens.newCampaign')}
    </Button>
  )
}

function CampaignList({ canEdit }: { canEdit: boolean }) {
  const { t } = useTexts()
  return (
    <GrowingList
      query={useCampaigns()}
      describeFailure={(reason) => t('campaigns.failedToLoad', { reason })}
      empty={
        <EmptyState title={t('campaigns.none')} actions={canEdit && <NewCampaign />}>
          {t('campaigns.noneText')}
        </EmptyState>
      }
      more={t('campaigns.older')}
    >
      {(campaign) => <CampaignRow key={campaign.id} campaign={campaign} />}
    </GrowingList>
  )
}

function CampaignRow({ campaign }: { campaign: CampaignEntry }) {
  const { name, progress, started_at, status } = campaign
  return (
    <li className={styles.row}>
      <RowLink to={`/admin/email/campaigns/${campaign.id}`}>
        <bdi>{name}</bdi>
      </RowLink>
      <Stack gap="small">
        {started_at !== null && (
          <>
            {status !== 'done' && <CampaignBar progress={progress} />}
            <Results progress={progress} />
          </>
        )}
      </Stack>
      <CampaignWhen campaign={campaign} />
    </li>
  )
}

function Results({ progress }: Pick<CampaignEntry, 'progress'>) {
  const { t, format } = useTexts()
  const { sent, outbox, failed, bounced, opened, clicked, unsubscribed } = progress
  const results = [
    { name: t('campaigns.run.sent'), value: format.number(sent), is: sent > 0 || outbox === 0 },
    { name: t('campaigns.run.outbox'), value: format.number(outbox), is: outbox > 0 },
    { name: t('campaigns.run.opened'), value: describeRange(opened, t, format), is: sent > 0 },
    { name: t('campaigns.run.clicked'), value: describeRange(clicked, t, format), is: sent > 0 },
    { name: t('campaigns.run.failed'), value: format.number(failed + bounced), is: failed + bounced > 0 },
    { name: t('campaigns.run.unsubscribed'), value: format.number(unsubscribed), is: unsubscribed > 0 },
  ]
  return <Facts layout="inline" facts={results.filter(({ is }) => is)} />
}
