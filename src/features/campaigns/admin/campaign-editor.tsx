import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { ActionBar, ActionBarState } from '#admin/kit/action-bar.tsx'
import { ApiError, type FieldError } from '#admin/kit/api/api-client.ts'
import { useCan } from '#admin/kit/api/api-context.tsx'
import { useAction } from '#admin/kit/api/use-action.ts'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Notices, Stack } from '#admin/kit/layout/columns.tsx'
import { LeaveGuard } from '#admin/kit/leave-guard.tsx'
import { formatMoment } from '#admin/kit/moment.ts'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import type { Campaign, CampaignDraft } from '#features/campaigns/contract.ts'
import { campaignPermissions } from '#features/campaigns/permissions.ts'
import { AudiencePart } from './audience-part.tsx'
import { DraftDialogs, type DraftStep } from './campaign-dialogs.tsx'
import { draftOf, emptyDraft, findUnfinished, isSameDraft } from './campaign-form.ts'
import { TextPart } from './text-part.tsx'
import { useAudienceCount, useCampaignActions } from './use-campaigns.ts'

interface CampaignEditorProps {
  /** The campaign as it was read; none for one that is yet to be made. */
  campaign: Campaign | undefined
  /** For a new one: the leads that were chosen one by one. */
  leadIds?: string[]
  onSaved?: () => void
  /** Forgets what was changed here and begins with the newest. */
  onStartOver?: () => void
}

/** A campaign that does not go out yet: whom it is for, what it says, and what can be done with it. */
export function CampaignEditor({
  campaign: current,
  leadIds = [],
  onSaved,
  onStartOver,
}: CampaignEditorProps) {
  const { t, language: ownLanguage } = useTexts()
  const toasts = useToasts()
  const navigate = useNavigate()
  const actions = useCampaignActions()
  const readOnly = !useCan(campaignPermissions.edit)
  // What it was when it was opened or last saved here: the server compares with that.
  const [saved, setSaved] = useState(current)
  const [blank] = useState(() => emptyDraft(ownLanguage, leadIds))
  const [draft, setDraft] = useState<CampaignDraft>(() => (current ? draftOf(current) : blank))
  const [language, setLanguage] = useState(draft.fallback_language)
  const [showsGaps, setShowsGaps] = useState(false)
  const [refused, setRefused] = useState<FieldError[]>([])
  const [isStale, setStale] = useState(false)
  const [step, setStep] = useState<DraftStep>()
  const [goal, setGoal] = useState<string>()
  const [settledAudience] = useDebouncedValue(draft.audience, 300)
  const count = useAudienceCount(settledAudience)
  const removing = useAction({ onError: () => setStep(undefined) })
  const saving = useAction({
    onError: (error) => {
      if (!(error instanceof ApiError)) return
      if (error.status === 409) setStale(true)
      setRefused(error.fields)
    },
    onSettled: () => setStep(undefined),
  })
  const isBusy = saving.isBusy || removing.isBusy

  // Once the guard knows that nothing is left behind.
  useEffect(() => {
    if (goal !== undefined) void navigate(goal, { replace: true })
  }, [goal, navigate])

  const isChanged = !isSameDraft(draft, saved ? draftOf(saved) : blank)
  const change = (changes: Partial<CampaignDraft>) => setDraft((before) => ({ ...before, ...changes }))

  /** Saves what was changed; answers the campaign as it then is. */
  async function save(): Promise<Campaign> {
    if (saved && !isChanged) return saved
    const campaign = saved
      ? await actions.change(saved.id, { ...draft, updated_at: saved.updated_at })
      : await actions.create(draft)
    setSaved(campaign)
    setDraft(draftOf(campaign))
    onSaved?.()
    return campaign
  }

  /** Does something with the saved campaign, says so, and goes to it if it was new. */
  function act(work: (campaign: Campaign) => Promise<string>): void {
    saving.run(async () => {
      setRefused([])
      const campaign = await save()
      toasts.show('success', await work(campaign))
      if (!current) setGoal(`/admin/email/campaigns/${campaign.id}`)
    })
  }

  function isNamed(): boolean {
    if (draft.name.trim() !== '') return true
    setShowsGaps(true)
    toasts.show('error', t('campaigns.form.nameRequired'))
    return false
  }

  function beginLaunch(): void {
    if (!isNamed()) return
    const unfinished = findUnfinished(draft)
    if (unfinished === undefined && count.data && count.data.total > 0) {
      setStep('launch')
      return
    }
    setShowsGaps(true)
    if (unfinished) setLanguage(unfinished)
    toasts.show('error', t(unfinished ? 'campaigns.form.toMend' : 'campaigns.audience.nobody'))
  }

  return (
    <>
      <LeaveGuard isDirty={isChanged && goal === undefined} />
      <Notices>
        {readOnly && <Notice>{t('campaigns.readOnly')}</Notice>}
        {isStale && (
          <Notice
            kind="error"
            title={t('campaigns.stale.title')}
            actions={
              <Button
                variant="default"
                onClick={async () => {
                  if (current) await actions.reload(current.id)
                  onStartOver?.()
                }}
              >
                {t('campaigns.stale.reload')}
              </Button>
            }
          >
            {t('campaigns.stale.text')}
          </Notice>
        )}
        {refused
          .filter(({ field }) => !field.startsWith('texts.'))
          .map(({ field, message }) => (
            <Notice key={field} kind="error">
              {message}
            </Notice>
          ))}
      </Notices>
      <Stack gap="large">
        <TextInput
          maw="34rem"
          size="md"
          label={t('campaigns.form.name')}
          description={t('campaigns.form.nameHint')}
          maxLength={120}
          dir="auto"
          value={draft.name}
          readOnly={readOnly}
          error={showsGaps && draft.name.trim() === '' && t('campaigns.form.nameRequired')}
          errorProps={{ role: 'alert' }}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <AudiencePart
          audience={draft.audience}
          count={count}
          readOnly={readOnly}
          ownId={current?.id}
          onChange={(audience) => change({ audience })}
        />
        <TextPart
          draft={draft}
          byLanguage={count.data?.by_language ?? {}}
          language={language}
          onLanguage={setLanguage}
          showsGaps={showsGaps}
          refused={refused}
          readOnly={readOnly}
          onChange={change}
        />
      </Stack>
      {!readOnly && (
        <ActionBar>
          <ActionBarState>{isChanged && <b>{t('campaigns.form.unsaved')}</b>}</ActionBarState>
          <ButtonRow place="bar">
            {current && (
              <Button variant="subtle" onClick={() => setStep('remove')}>
                {t('campaigns.actions.remove')}
              </Button>
            )}
            <Button variant="default" onClick={() => setStep('testMail')}>
              {t('campaigns.testMail.open')}
            </Button>
            <Button
              variant="default"
              loading={isBusy && step === undefined}
              disabled={!isChanged}
              onClick={() => isNamed() && act(async () => t('campaigns.toasts.saved'))}
            >
              {t('campaigns.actions.save')}
            </Button>
            <Button onClick={beginLaunch}>{t('campaigns.launch.open')}</Button>
          </ButtonRow>
        </ActionBar>
      )}
      <DraftDialogs
        step={step}
        isBusy={isBusy}
        draft={draft}
        language={language}
        count={count.data}
        onClose={() => setStep(undefined)}
        onLaunch={(dueAt, throttle) =>
          act(async ({ id, updated_at }) => {
            setSaved(await actions.schedule(id, { due_at: dueAt, throttle, updated_at }))
            return dueAt === null
              ? t('campaigns.toasts.started')
              : t('campaigns.toasts.scheduled', { date: formatMoment(dueAt, ownLanguage) })
          })
        }
        onRemove={() =>
          removing.run(async () => {
            if (current) await actions.remove(current.id)
            setGoal('/admin/email/campaigns')
          }, t('campaigns.toasts.removed'))
        }
      />
    </>
  )
}
