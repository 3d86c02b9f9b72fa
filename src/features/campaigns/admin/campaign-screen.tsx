import './texts.ts'
import '@mantine/core/styles/Tabs.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { BackLink } from '#admin/kit/back-link.tsx'
import { windowStorage } from '#admin/kit/browser-storage.ts'
import { LoadFailure } from '#admin/kit/load-failure.tsx'
import { LoadingBlock } from '#admin/kit/loading.tsx'
import { ScreenHeading } from '#admin/kit/screen-heading.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { Campaign } from '#features/campaigns/contract.ts'
import { chosenLeadsKey } from '#features/campaigns/contract.ts'
import { CampaignEditor } from './campaign-editor.tsx'
import { CampaignRun } from './campaign-run.tsx'
import { CampaignWhen } from './campaign-when.tsx'
import { readChosenLeads } from './chosen-leads.ts'
import { useCampaign } from './use-campaigns.ts'

/** A new campaign, for everyone or for leads that were chosen in their list. */
export function NewCampaignScreen() {
  const { t } = useTexts()
  const { search } = useLocation()
  const [leadIds] = useState(() => readChosenLeads(search, windowStorage.getItem(chosenLeadsKey)))
  return (
    <>
      <ScreenHeading before={<BackToList />} title={t('screens.newCampaign')} />
      <CampaignEditor
        campaign={undefined}
        leadIds={leadIds}
        // Once it is saved, the selection is removed, so that the next new campaign starts without it.
        onSaved={() => windowStorage.removeItem(chosenLeadsKey)}
      />
    </>
  )
}

/** One campaign: the editor while it can be changed, then its progress. */
export function CampaignScreen() {
  const { t } = useTexts()
  const { id = '' } = useParams()
  const campaign = useCampaign(id)
  return (
    <>
      <ScreenHeading
        before={<BackToList />}
        title={campaign.data?.name ?? t('screens.campaigns')}
        aside={campaign.data && <CampaignWhen campaign={campaign.data} />}
      />
      {campaign.data && <Opened key={campaign.data.id} campaign={campaign.data} />}
      {!campaign.data && !campaign.isError && <LoadingBlock height={320} />}
      {!campaign.data && campaign.isError && (
        <LoadFailure query={campaign} describe={(reason) => t('campaigns.failedToLoad', { reason })} />
      )}
    </>
  )
}

function Opened({ campaign }: { campaign: Campaign }) {
  const [opened, setOpened] = useState(0)
  if (campaign.status !== 'draft') return <CampaignRun campaign={campaign} />
  // Changes of somebody else are loaded only on request.
  return (
    <CampaignEditor key={opened} campaign={campaign} onStartOver={() => setOpened((times) => times + 1)} />
  )
}

function BackToList() {
  const { t } = useTexts()
  return <BackLink to="/admin/email/campaigns">{t('campaigns.back')}</BackLink>
}
