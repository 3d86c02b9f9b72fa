import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ApiError } from '#admin/kit/api-client.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { describeError } from '#admin/kit/errors.ts'
import screen from '#admin/kit/screen.module.css'
import { useTexts } from '#admin/kit/text-context.tsx'
import { useToasts } from '#admin/kit/toast-context.tsx'
import styles from './templates.module.css'

interface TrialDialogProps {
  /** Sends what is being written; to one's own address when none is given. */
  send: (to: string) => Promise<{ to: string }>
  onClose: () => void
}

/** Sends a mail as it is being written to one address. */
export function TrialDialog({ send, onClose }: TrialDialogProps) {
  const { t } = useTexts()
  const toasts = useToasts()
  const [to, setTo] = useState('')
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    try {
      const sent = await send(to.trim())
      toasts.show('success', t('emailTemplates.toasts.trial', { to: sent.to }))
      onClose()
    } catch (error) {
      setFault((error instanceof ApiError && error.fields[0]?.message) || describeError(error, t))
      setBusy(false)
    }
  }

  return (
    <Dialog opened onClose={onClose} title={t('emailTemplates.trial.title')}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <p className={styles.hint}>{t('emailTemplates.trial.text')}</p>
        <TextInput
          label={t('emailTemplates.trial.to')}
          description={t('emailTemplates.trial.toHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="email"
          dir="ltr"
          autoComplete="email"
          data-autofocus
          value={to}
          error={fault}
          onChange={(event) => {
            setTo(event.currentTarget.value)
            setFault(undefined)
          }}
        />
        <div className={screen.choices}>
          <Button type="submit" loading={isBusy}>
            {t('emailTemplates.trial.send')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
