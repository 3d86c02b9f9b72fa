import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Dialog } from '#admin/kit/dialog.tsx'
import { DateTimeField } from '#admin/kit/form/date-time-field.tsx'
import { readFieldValue, toFieldValue } from '#admin/kit/moment.ts'
import { useTexts } from '#admin/kit/texts/text-context.tsx'
import type { ContentEntry } from '#features/content/contract.ts'
import type { ReleaseItem } from '#features/releases/contract.ts'
import { PlanList } from './plan-list.tsx'
import styles from './releases.module.css'

/** What is being asked about. */
export type PlanStep = 'publish' | 'schedule' | 'remove'

interface PlanDialogsProps {
  step: PlanStep | undefined
  isBusy: boolean
  /** For when it is scheduled already. */
  dueAt: string | null
  items: readonly ReleaseItem[]
  entries: readonly ContentEntry[]
  onClose: () => void
  onPublish: () => void
  onSchedule: (dueAt: string) => void
  onRemove: () => void
}

/** The questions before a release goes live, gets its time, or is forgotten. */
export function PlanDialogs(props: PlanDialogsProps) {
  const { step, isBusy, items, entries, onClose, onPublish, onRemove } = props
  const { t } = useTexts()
  return (
    <>
      <Dialog opened={step === 'publish'} onClose={onClose} title={t('releases.publishing.title')}>
        <p>{t('releases.publishing.text')}</p>
        <PlanList entries={entries} items={items} readOnly onChange={() => {}} />
        <Choices
          confirm={t('releases.publishing.confirm')}
          isBusy={isBusy}
          onClose={onClose}
          onConfirm={onPublish}
        />
      </Dialog>
      <Dialog opened={step === 'schedule'} onClose={onClose} title={t('releases.scheduling.title')}>
        {step === 'schedule' && <ScheduleForm {...props} />}
      </Dialog>
      <Dialog opened={step === 'remove'} onClose={onClose} title={t('releases.removing.title')}>
        <p>{t('releases.removing.text')}</p>
        <Choices
          confirm={t('releases.removing.confirm')}
          isBusy={isBusy}
          onClose={onClose}
          onConfirm={onRemove}
        />
      </Dialog>
    </>
  )
}

function ScheduleForm({ dueAt, isBusy, onClose, onSchedule }: PlanDialogsProps) {
  const { t } = useTexts()
  const [value, setValue] = useState(dueAt ? toFieldValue(new Date(dueAt)) : '')
  const [error, setError] = useState<string>()

  function submit(event: FormEvent) {
    event.preventDefault()
    const moment = readFieldValue(value)
    if (!moment) setError(t('dateTime.required'))
    else if (moment.getTime() <= Date.now()) setError(t('dateTime.past'))
    else onSchedule(moment.toISOString())
  }

  return (
    <form onSubmit={submit} noValidate>
      <DateTimeField value={value} error={error} onChange={setValue} />
      <Choices confirm={t('releases.scheduling.confirm')} isBusy={isBusy} onClose={onClose} />
    </form>
  )
}

interface ChoicesProps {
  confirm: string
  isBusy: boolean
  onClose: () => void
  /** Without it the button sends the form it stands in. */
  onConfirm?: () => void
}

export function Choices({ confirm, isBusy, onClose, onConfirm }: ChoicesProps) {
  const { t } = useTexts()
  return (
    <div className={styles.choices}>
      <Button
        loading={isBusy}
        {...(onConfirm ? { onClick: onConfirm, 'data-autofocus': true } : { type: 'submit' })}
      >
        {confirm}
      </Button>
      <Button variant="default" onClick={onClose}>
        {t('releases.actions.back')}
      </Button>
    </div>
  )
}
