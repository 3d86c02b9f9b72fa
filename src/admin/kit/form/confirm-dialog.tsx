import type { ReactNode } from 'react'
import { Dialog } from '#admin/kit/dialog.tsx'
import { DialogActions } from './dialog-actions.tsx'

interface ConfirmDialogProps {
  opened: boolean
  title: string
  /** The question. It may be empty while the dialog is closing. */
  children: ReactNode
  confirm: string
  cancel: string
  isBusy?: boolean
  /** Which button has the focus when the dialog opens. */
  focus?: 'confirm' | 'cancel'
  onConfirm: () => void
  onClose: () => void
}

/** A confirmation before an action that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, children, focus = 'confirm', onClose, ...actions } = props
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <p>{children}</p>
      <DialogActions {...actions} focus={focus} onCancel={onClose} />
    </Dialog>
  )
}
