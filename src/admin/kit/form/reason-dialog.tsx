import { Textarea } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { DialogActions } from './dialog-actions.tsx'
import { StackedForm } from './stacked-form.tsx'

interface ReasonDialogProps {
  title: string
  /** What happens. */
  children: ReactNode
  reason: { label: string; hint?: string | undefined }
  confirm: string
  cancel: string
  /** Does it, with the reason. */
  onConfirm: (reason: string) => Promise<unknown>
  /** What is said once it is done. */
  done: string
  onClose: () => void
}

/** Asks for the reason of something that cannot be done without one, and does it. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, children, reason: texts, confirm, cancel, onConfirm, done, onClose } = props
  const [reason, setReason] = useState('')
  const { isBusy, failure, run } = useAction({ showsFailure: true })

  function submit(event: FormEvent) {
    event.preventDefault()
    run(async () => {
      await onConfirm(reason.trim())
      onClose()
    }, done)
  }

  return (
    <Dialog opened onClose={onClose} title={title}>
      <StackedForm onSubmit={submit}>
        {children}
        <Textarea
          label={texts.label}
          description={texts.hint}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          maxLength={500}
          autosize
          minRows={2}
          dir="auto"
          data-autofocus
        />
        {failure && <Notice kind="error">{failure}</Notice>}
        <DialogActions
          confirm={confirm}
          cancel={cancel}
          isBusy={isBusy}
          disabled={reason.trim() === ''}
          onCancel={onClose}
        />
      </StackedForm>
    </Dialog>
  )
}
