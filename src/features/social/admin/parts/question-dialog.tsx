import type { ReactNode } from 'react'
import { useAction } from '#admin/kit/api/use-action.ts'
import { Dialog } from '#admin/kit/dialog.tsx'
import { DialogActions } from '#admin/kit/form/dialog-actions.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Notice } from '#admin/kit/notice.tsx'
import { useTexts } from '#admin/kit/texts/text-context.tsx'

interface QuestionDialogProps {
  opened: boolean
  title: string
  children: ReactNode
  confirm: string
  /** The title of a failure, above its reason. */
  failed?: string
  /** What is said once it is done. */
  done?: string
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** A question before something is done. A failure is shown in it, and it stays open. */
export function QuestionDialog(props: QuestionDialogProps) {
  const { opened, title, children, confirm, failed, done, onConfirm, onClose } = props
  const { t } = useTexts()
  const { isBusy, failure, run, reset } = useAction({ showsFailure: true })
  function close() {
    reset()
    onClose()
  }
  function carryOut() {
    run(async () => {
      await onConfirm()
      onClose()
    }, done)
  }
  return (
    <Dialog opened={opened} onClose={close} title={title}>
      <Stack>
        {children}
        {failure && (
          <Notice kind="error" {...(failed && { title: failed })}>
            {failure !== failed && failure}
          </Notice>
        )}
        <DialogActions
          confirm={confirm}
          cancel={t('accounts_screen.cancel')}
          isBusy={isBusy}
          focus="cancel"
          onConfirm={carryOut}
          onCancel={close}
        />
      </Stack>
    </Dialog>
  )
}
