import '#features/releases/admin/parts/texts.ts'
import { NativeSelect, Radio } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ApiError } from '#admin/kit/api/api-client.ts'
import { describeFieldError } from '#admin/kit/api/errors.ts'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { ConfirmDialog } from '#admin/kit/form/confirm-dialog.tsx'
import { DateTimeField } from '#admin/kit/form/date-time-field.tsx'
import { DialogActions } from '#admin/kit/form/dialog-actions.tsx'
import { StackedForm } from '#admin/kit/form/stacked-form.tsx'
import { ChevronIcon } from '#admin/kit/icons.tsx'
import { ButtonRow } from '#admin/kit/layout/button-row.tsx'
import { Facts } from '#admin/kit/layout/facts.tsx'
import { formatMoment, readFieldValue } from '#admin/kit/moment.ts'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import { OwnAddress, useOwnAddress } from '#features/accounts/admin/parts/own-address.tsx'
import type { AudienceCount, CampaignDraft } from '#features/campaigns/contract.ts'
import { type Language, languageNames } from '#shared/languages.ts'
import { emptyText, lastMailAt, listMissing, paces } from './campaign-form.ts'
import { describePace, describePeople } from './describe.ts'
import { UnevenTexts } from './uneven-texts.tsx'
import type { DraftStep } from './use-campaign-editor.ts'
import { useCampaignActions } from './use-campaigns.ts'

interface DraftDialogsProps {
  step: DraftStep | undefined
  isBusy: boolean
  draft: CampaignDraft
  language: Language
  count: AudienceCount | undefined
  onClose: () => void
  onLaunch: (dueAt: string | null, throttle: number) => void
  onRemove: () => void
}

/** The dialogs before a campaign is sent, tested or deleted. */
export function DraftDialogs(props: DraftDialogsProps) {
  const { step, isBusy, count, onClose, onRemove } = props
  const { t } = useTexts()
  return (
    <>
      <Dialog opened={step === 'launch'} onClose={onClose} title={t('campaigns.launch.title')} size="36rem">
        {step === 'launch' && count && <LaunchForm {...props} count={count} />}
      </Dialog>
      <Dialog opened={step === 'testMail'} onClose={onClose} title={t('campaigns.testMail.title')}>
        {step === 'testMail' && <TestMailForm {...props} />}
      </Dialog>
      <ConfirmDialog
        opened={step === 'remove'}
        title={t('campaigns.removing.title')}
        confirm={t('campaigns.removing.confirm')}
        cancel={t('campaigns.launch.back')}
        isBusy={isBusy}
        onConfirm={onRemove}
        onClose={onClose}
      >
        {t('campaigns.removing.text')}
      </ConfirmDialog>
    </>
  )
}

function LaunchForm(props: DraftDialogsProps & { count: AudienceCount }) {
  const { draft, count, isBusy, onClose, onLaunch } = props
  const { t, format } = useTexts()
  const [when, setWhen] = useState('now')
  const [value, setValue] = useState('')
  const [error, setError] = useState<string>()
  const [throttle, setThrottle] = useState(0)

  const dueAt = when === 'later' ? readFieldValue(value) : undefined
  const people = describePeople(count.total, t, format)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (when === 'now') return onLaunch(null, throttle)
    if (!dueAt) return setError(t('dateTime.required'))
    if (dueAt.getTime() <= Date.now()) return setError(t('dateTime.past'))
    onLaunch(dueAt.toISOString(), throttle)
  }

  return (
    <StackedForm onSubmit={submit}>
      <Radio.Group label={t('campaigns.launch.when')} value={when} onChange={setWhen}>
        <ButtonRow>
          <Radio data-autofocus value="now" label={t('campaigns.launch.now')} />
          <Radio value="later" label={t('campaigns.launch.later')} />
        </ButtonRow>
      </Radio.Group>
      {when === 'later' && (
        <DateTimeField
          value={value}
          error={error}
          onChange={(next) => {
            setValue(next)
            setError(undefined)
          }}
        />
      )}
      <NativeSelect
        size="md"
        label={t('campaigns.launch.pace')}
        rightSection={<ChevronIcon />}
        value={String(throttle)}
        data={paces.map((pace) => ({ value: String(pace), label: describePace(pace, t, format) }))}
        onChange={(event) => setThrottle(Number(event.currentTarget.value))}
      />
      <LaunchFacts draft={draft} count={count} dueAt={dueAt} isNow={when === 'now'} throttle={throttle} />
      <UnevenTexts draft={draft} />
      <DialogActions
        confirm={t(when === 'now' ? 'campaigns.launch.confirmNow' : 'campaigns.launch.confirmLater', {
          people,
        })}
        cancel={t('campaigns.launch.back')}
        isBusy={isBusy}
        onCancel={onClose}
      />
    </StackedForm>
  )
}

interface LaunchFactsProps {
  draft: CampaignDraft
  count: AudienceCount
  dueAt: Date | undefined
  isNow: boolean
  throttle: number
}

/** The number of recipients, the start and the end of the campaign. */
function LaunchFacts({ draft, count, dueAt, isNow, throttle }: LaunchFactsProps) {
  const { t, format, language } = useTexts()
  const people = describePeople(count.total, t, format)
  const spoken = Object.values(count.by_language).filter((number) => number > 0).length
  const missing = listMissing(count.by_language, draft).reduce((sum, one) => sum + one.count, 0)
  const last = lastMailAt(count.total, throttle, dueAt ?? new Date())
  const facts = [
    {
      name: t('campaigns.launch.who'),
      value: t('campaigns.reach', { people, count: spoken, shown: format.number(spoken) }),
    },
    ...(missing > 0
      ? [
          {
            name: t('campaigns.launch.fallback'),
            value: `${describePeople(missing, t, format)} → ${languageNames[draft.fallback_language]}`,
          },
        ]
      : []),
    {
      name: t('campaigns.launch.from'),
      value: isNow
        ? t('campaigns.launch.straightAway')
        : dueAt
          ? formatMoment(dueAt.toISOString(), language)
          : '–',
    },
    { name: t('campaigns.launch.pace'), value: describePace(throttle, t, format) },
    {
      name: t('campaigns.launch.until'),
      value:
        throttle === 0
          ? t('campaigns.launch.asSoon')
          : !isNow && !dueAt
            ? '–'
            : t('campaigns.launch.about', { date: formatMoment(last.toISOString(), language) }),
    },
  ]
  return <Facts facts={facts} layout="ruled" />
}

function TestMailForm({ draft, language, onClose }: DraftDialogsProps) {
  const { t } = useTexts()
  const { sendTestMail } = useCampaignActions()
  const { isBusy, error, run } = useAction({ showsFailure: true })
  const address = useOwnAddress()
  const isGap = error instanceof ApiError && error.fields[0]?.field.startsWith('texts.')

  function submit(event: FormEvent) {
    event.preventDefault()
    run(async () => {
      await sendTestMail({ language, text: draft.texts[language] ?? emptyText })
      onClose()
    }, t('campaigns.toasts.testMail'))
  }

  return (
    <StackedForm onSubmit={submit}>
      <p>{t('campaigns.testMail.text', { language: languageNames[language] })}</p>
      <OwnAddress address={address} />
      {error && (
        <Notice kind="error">{isGap ? t('campaigns.form.toMend') : describeFieldError(error, t)}</Notice>
      )}
      <DialogActions
        confirm={t('campaigns.testMail.confirm')}
        cancel={t('campaigns.launch.back')}
        isBusy={isBusy}
        disabled={!address}
        focus="confirm"
        onCancel={onClose}
      />
    </StackedForm>
  )
}
