import type { ReactNode } from 'react'
import { Dialog } from '#admin/kit/dialog.tsx'
import { Stack } from '#admin/kit/layout/columns.tsx'
import { Hint } from '#admin/kit/layout/hint.tsx'
import { DialogActions } from './dialog-actions.tsx'

interface ConfirmDialogProps {
  opened: boolean
  title: string
  /** The question. It may be empty while the dialog is closing. */
  children: ReactNode
  confirm: string
  cancel: string
  isBusy?: boolean
  /** Why the action was refused, for those that are not told by a toast. */
  failure?: string | undefined
  /** Which button has the focus when the dialog opens. */
  focus?: 'confirm' | 'cancel'
  onConfirm: () => void
  onClose: () => void
}

/** A confirmation before an action that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, children, failure, focus = 'confirm', onClose, ...actions } = props
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <Stack gap="small">
        <p>{children}</p>
        {failure !== undefined && (
          <Hint isError role="alert">
            {failure}
          </Hint>
        )}
      </Stack>
      <DialogActions {...actions} focus={focus} onCancel={onClose} />
    </Dialog>
  )
}
