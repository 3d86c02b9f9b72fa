import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ActionBar, ActionBarState } from '#admin/kit/action-bar.tsx'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { describeError } from '#admin/kit/api/errors.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { ConfirmDialog } from '#admin/kit/form/confirm-dialog.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Facts } from '#admin/kit/layout/facts.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { Panel } from '#admin/kit/layout/panel.tsx'
import { formatMoment } from '#admin/kit/moment.ts'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { type Campaign, type CampaignProgress, listWritten } from '#features/campaigns/contract.ts'
import { campaignPermissions } from '#features/campaigns/permissions.ts'
import { CampaignBar } from './campaign-bar.tsx'
import { emptyText } from './campaign-form.ts'
import { CampaignPreview } from './campaign-preview.tsx'
import styles from './campaigns.module.css'
import { describePace, describePeople, describeRange, shownStatus } from './describe.ts'
import { LinkClicks } from './link-clicks.tsx'
import { TextTabs } from './text-tabs.tsx'
import { useAudienceCount, useCampaignActions, useProgress } from './use-campaigns.ts'

/** A scheduled, running or finished campaign: its progress and the actions that are possible. */
export function CampaignRun({ campaign }: { campaign: Campaign }) {
  const { t, format } = useTexts()
  const { texts, fallback_language, status } = campaign
  const [language, setLanguage] = useState(fallback_language)
  const progress = useProgress(campaign)
  return (
    <>
      <Panel title={t(status === 'done' ? 'campaigns.run.result' : 'campaigns.run.title')}>
        {status === 'scheduled' ? (
          <Waiting campaign={campaign} />
        ) : (
          <>
            {progress.isError && <Notice kind="error">{describeError(progress.error, t)}</Notice>}
            {!progress.data && !progress.isError && <Skeleton height={120} />}
            {progress.data && <Progress campaign={campaign} progress={progress.data} />}
          </>
        )}
        <Hint>{t('campaigns.run.pace', { pace: describePace(campaign.throttle, t, format) })}</Hint>
      </Panel>
      {progress.data && campaign.started_at && <LinkClicks campaign={campaign} sent={progress.data.sent} />}
      <Panel title={t('campaigns.text.title')}>
        <TextTabs
          draft={campaign}
          byLanguage={{}}
          language={language}
          languages={listWritten(texts)}
          onLanguage={setLanguage}
        >
          <CampaignPreview language={language} text={texts[language] ?? emptyText} />
        </TextTabs>
      </Panel>
      <RunBar campaign={campaign} />
    </>
  )
}

function Waiting({ campaign }: { campaign: Campaign }) {
  const { t, format, language } = useTexts()
  const count = useAudienceCount(campaign.audience)
  return (
    <>
      <p className={styles.total}>{count.data ? describePeople(count.data.total, t, format) : '…'}</p>
      <p>{t('campaigns.run.scheduled', { date: formatMoment(campaign.due_at ?? '', language) })}</p>
    </>
  )
}

function Progress({ campaign, progress }: { campaign: Campaign; progress: CampaignProgress }) {
  const { t, format } = useTexts()
  const { queued, sent, outbox, failed, bounced, suppressed, opened, clicked, unsubscribed } = progress
  const figures = [
    { key: 'queued', value: format.number(queued), is: queued > 0 },
    { key: 'sent', value: format.number(sent), is: true },
    { key: 'outbox', value: format.number(outbox), is: outbox > 0 },
    { key: 'opened', value: describeRange(opened, t, format), is: sent > 0 },
    { key: 'clicked', value: describeRange(clicked, t, format), is: sent > 0 },
    { key: 'unsubscribed', value: format.number(unsubscribed), is: true },
    { key: 'failed', value: format.number(failed), is: true },
    { key: 'bounced', value: format.number(bounced), is: true },
    { key: 'suppressed', value: format.number(suppressed), is: suppressed > 0 },
  ] as const
  return (
    <>
      <CampaignBar progress={progress} />
      {outbox > 0 && <Notice>{t('campaigns.run.outboxHint')}</Notice>}
      <Facts
        layout="figures"
        facts={figures
          .filter(({ is }) => is)
          .map(({ key, value }) => ({ name: t(`campaigns.run.${key}`), value }))}
      />
      <Link to={`/admin/email-metrics?campaign=${campaign.id}`}>{t('campaigns.run.metrics')}</Link>
    </>
  )
}

function RunBar({ campaign }: { campaign: Campaign }) {
  const { id, status } = campaign
  const { t } = useTexts()
  const actions = useCampaignActions()
  const [isCancelling, setCancelling] = useState(false)
  const { isBusy, run } = useAction({
    onError: () => void actions.reload(id),
    onSettled: () => setCancelling(false),
  })
  if (!useCan(campaignPermissions.run)) return null

  const isRunning = status === 'preparing' || status === 'sending'
  return (
    <ActionBar>
      <ActionBarState>{t(`campaigns.status.${shownStatus(campaign)}`)}</ActionBarState>
      <ButtonRow place="bar">
        {(isRunning || status === 'paused') && (
          <Button variant="subtle" onClick={() => setCancelling(true)}>
            {t('campaigns.actions.cancel')}
          </Button>
        )}
        <CopyButtons campaign={campaign} />
        {status === 'scheduled' && (
          <Button
            loading={isBusy}
            onClick={() => run(() => actions.cancel(id), t('campaigns.toasts.takenBack'))}
          >
            {t('campaigns.actions.takeBack')}
          </Button>
        )}
        {isRunning && (
          <Button loading={isBusy} onClick={() => run(() => actions.pause(id), t('campaigns.toasts.paused'))}>
            {t('campaigns.actions.pause')}
          </Button>
        )}
        {status === 'paused' && (
          <Button
            loading={isBusy}
            onClick={() => run(() => actions.resume(id), t('campaigns.toasts.resumed'))}
          >
            {t('campaigns.actions.resume')}
          </Button>
        )}
      </ButtonRow>
      <ConfirmDialog
        opened={isCancelling}
        title={t('campaigns.cancelling.title')}
        confirm={t('campaigns.cancelling.confirm')}
        cancel={t('campaigns.launch.back')}
        isBusy={isBusy}
        onConfirm={() => run(() => actions.cancel(id), t('campaigns.toasts.cancelled'))}
        onClose={() => setCancelling(false)}
      >
        {t('campaigns.cancelling.text')}
      </ConfirmDialog>
    </ActionBar>
  )
}

/** Makes a new campaign of this one: for the same people, or for those who did not open it. */
function CopyButtons({ campaign: { id, status } }: { campaign: Campaign }) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const actions = useCampaignActions()
  const { isBusy, run } = useAction({})
  const open = (copy: Campaign) => void navigate(`/admin/email/campaigns/${copy.id}`)
  return (
    <>
      <Button
        variant="default"
        disabled={isBusy}
        onClick={() => run(async () => open(await actions.duplicate(id)), t('campaigns.toasts.duplicated'))}
      >
        {t('campaigns.actions.duplicate')}
      </Button>
      {status === 'done' && (
        <Button
          disabled={isBusy}
          onClick={() => run(async () => open(await actions.resend(id)), t('campaigns.toasts.resend'))}
        >
          {t('campaigns.actions.resend')}
        </Button>
      )}
    </>
  )
}
