import type { FormEvent } from 'react'
import { Dialog } from '#admin/kit/dialog.tsx'
import { ConfirmDialog } from '#admin/kit/form/confirm-dialog.tsx'
import { DateTimeField } from '#admin/kit/form/date-time-field.tsx'
import { DialogActions } from '#admin/kit/form/dialog-actions.tsx'
import { useDateTime } from '#admin/kit/form/use-date-time.ts'
import { toFieldValue } from '#admin/kit/moment.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { ContentEntry } from '#features/content/contract.ts'
import type { ReleaseItem } from '#features/releases/contract.ts'
import { PlanList } from './plan-list.tsx'
import type { PlanStep } from './use-plan-editor.ts'

interface PlanDialogsProps {
  step: PlanStep | undefined
  isBusy: boolean
  /** The time it is scheduled for already. */
  dueAt: string | null
  items: readonly ReleaseItem[]
  entries: readonly ContentEntry[]
  onClose: () => void
  onPublish: () => void
  onSchedule: (dueAt: string) => void
  onRemove: () => void
}

/** The dialogs before a release is published, scheduled or deleted. */
export function PlanDialogs(props: PlanDialogsProps) {
  const { step, isBusy, items, entries, onClose, onPublish, onRemove } = props
  const { t } = useTexts()
  return (
    <>
      <ConfirmDialog
        opened={step === 'publish'}
        title={t('releases.publishing.title')}
        confirm={t('releases.publishing.confirm')}
        cancel={t('releases.actions.back')}
        isBusy={isBusy}
        onConfirm={onPublish}
        onClose={onClose}
      >
        <p>{t('releases.publishing.text')}</p>
        <PlanList entries={entries} items={items} readOnly onChange={() => {}} />
      </ConfirmDialog>
      <Dialog opened={step === 'schedule'} onClose={onClose} title={t('releases.scheduling.title')}>
        {step === 'schedule' && <ScheduleForm {...props} />}
      </Dialog>
      <ConfirmDialog
        opened={step === 'remove'}
        title={t('releases.removing.title')}
        confirm={t('releases.removing.confirm')}
        cancel={t('releases.actions.back')}
        isBusy={isBusy}
        onConfirm={onRemove}
        onClose={onClose}
      >
        {t('releases.removing.text')}
      </ConfirmDialog>
    </>
  )
}

function ScheduleForm({ dueAt, isBusy, onClose, onSchedule }: PlanDialogsProps) {
  const { t } = useTexts()
  const { field, read } = useDateTime(dueAt ? toFieldValue(new Date(dueAt)) : '')

  function submit(event: FormEvent) {
    event.preventDefault()
    const time = read()
    if (time) onSchedule(time.toISOString())
  }

  return (
    <form onSubmit={submit} noValidate>
      <DateTimeField {...field} />
      <DialogActions
        confirm={t('releases.scheduling.confirm')}
        cancel={t('releases.actions.back')}
        isBusy={isBusy}
        onCancel={onClose}
      />
    </form>
  )
}
